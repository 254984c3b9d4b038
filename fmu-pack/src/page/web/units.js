// Numbers in the unit that the reader has chosen.

/** @type {Record<string, [string, number][]>} */
let known = {};
/** Unit of the interface -> unit shown. @type {Map<string, string>} */
const chosen = new Map();
/** Units of the interface that are shown as they are, where nobody has chosen: their numbers are small. @type {Set<string>} */
let plain = new Set();
/** A larger unit for display is left where half of the numbers would be below this, */
const SMALL = 0.05;
/** and a smaller one where any would be above this. */
const LARGE = 5000;

/**
 * The unit for display is for numbers that are neither tiny nor huge in it; others are shown in the unit of the interface.
 * @param {{ unit?: string, display?: string | null, size: number }[]} samples  in units of the interface
 * @returns {boolean}  whether that changes what is shown
 */
export function fitUnits(samples) {
  /** @type {Map<string, { factor: number, sizes: number[] }>} */
  const units = new Map();
  for (const { unit, display, size } of samples) {
    const factor = unitsFor(unit ?? '1').find(([name]) => name === display)?.[1] ?? 1;
    if (!unit || factor === 1 || !(size > 0)) continue;
    const { sizes } = units.get(unit) ?? { sizes: [] };
    units.set(unit, { factor, sizes: [...sizes, size * factor] });
  }
  const isUnfit = (/** @type {{ factor: number, sizes: number[] }} */ { factor, sizes }) => {
    const sorted = sizes.sort((a, b) => a - b);
    return factor < 1 ? sorted[sorted.length >> 1] < SMALL : sorted[sorted.length - 1] > LARGE;
  };
  const before = [...plain].join();
  plain = new Set([...units].filter(([, all]) => isUnfit(all)).map(([unit]) => unit));
  return [...plain].join() !== before;
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
export const pretty = unit =>
  unit === '1' ? '' : unit.replaceAll('.', '·').replace(/(?<=[a-z])-?\d/g, digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[+digit] ?? digit);

/** The shortest number that is this one, without rounding noise of a unit. @param {number} value */
export function tidy(value) {
  const rounded = Number(value.toPrecision(12));
  return Number.isFinite(rounded) ? rounded : value;
}

/** For reading: four digits. @param {number} value */
export function short(value) {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-4)
    return value
      .toExponential(3)
      .replace(/\.?0+e/, 'e')
      .replace('e+', 'e');
  return String(Number(value.toPrecision(4)));
}
