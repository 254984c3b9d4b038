// Numbers in the unit that the reader has chosen.

/** @type {Record<string, [string, number][]>} */
let known = {};
/** Unit of the interface -> unit shown. @type {Map<string, string>} */
const chosen = new Map();
/** Units of the interface that are shown as they are, where nobody has chosen: their numbers are small. @type {Set<string>} */
let plain = new Set();
/** Below this in the unit for display the unit of the interface is shown. */
const SMALL = 0.05;

/**
 * The larger unit for display is for numbers that are large.
 * @param {{ unit?: string, display?: string | null, start: number }[]} variables
 */
export function fitUnits(variables) {
  /** @type {Map<string, number[]>} */
  const sizes = new Map();
  for (const { unit, display, start } of variables) {
    const factor = unitsFor(unit ?? '1').find(([name]) => name === display)?.[1] ?? 1;
    if (unit && factor < 1 && start !== 0) sizes.set(unit, [...(sizes.get(unit) ?? []), Math.abs(start) * factor]);
  }
  const isSmall = (/** @type {number[]} */ all) => all.sort((a, b) => a - b)[all.length >> 1] < SMALL;
  plain = new Set([...sizes].filter(([, all]) => isSmall(all)).map(([unit]) => unit));
}

/** @param {Record<string, [string, number][]>} units */
export const setUnits = units => void (known = units);
/** @param {string} unit */
export const unitsFor = unit => known[unit] ?? [[unit, 1]];
/** @param {string} unit @param {string} shown */
export const chooseUnit = (unit, shown) => void chosen.set(unit, shown);
export const chosenUnits = () => Object.fromEntries(chosen);

/**
 * Unit shown, and how many of it make one of the interface.
 * @param {{ unit?: string, display?: string | null }} variable
 * @returns {[string, number]}
 */
export function shownUnit({ unit = '1', display }) {
  const name = chosen.get(unit) ?? (plain.has(unit) ? unit : display) ?? unit;
  return unitsFor(unit).find(([known]) => known === name) ?? [unit, 1];
}

/** A unit as it is written for people: N.m2 becomes N·m². @param {string} unit */
export const pretty = unit => (unit === '1' ? '' : unit.replaceAll('.', '·').replace(/(?<=[a-z])-?\d/g, digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[+digit] ?? digit));

/** The shortest number that is this one, without rounding noise of a unit. @param {number} value */
export function tidy(value) {
  const rounded = Number(value.toPrecision(12));
  return Number.isFinite(rounded) ? rounded : value;
}

/** For reading: four digits. @param {number} value */
export function short(value) {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-4) return value.toExponential(3).replace(/\.?0+e/, 'e').replace('e+', 'e');
  return String(Number(value.toPrecision(4)));
}
