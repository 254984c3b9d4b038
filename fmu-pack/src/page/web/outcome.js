// What a run leaves, as plots and lists take it.

import { inWords } from './model.js';

/**
 * @typedef {{ time: number, words: string, element: string, holds: [number, number] | null }} Event  `holds`: forward and backward
 *   breakaway level, where a body comes to rest
 * @typedef {{ names: string[], time: Float64Array, columns: Map<string, ArrayLike<number>>, events: Event[], warnings: string[] }} Outcome
 *   columns in units of the interface
 */

/**
 * Columns by name.
 * @param {import('./model.js').Setup} setup @param {string[]} names @param {any} raw  of the worker
 * @returns {Outcome}
 */
export function outcomeOf(setup, names, raw) {
  const columns = new Map();
  let [reals, integers] = [0, 0];
  for (const name of names) {
    const isReal = setup.variable(name).type === 'real';
    columns.set(name, isReal ? raw.reals[reals++] : raw.integers[integers++]);
  }
  return { names, time: raw.time, columns, events: raw.events.map(eventOf), warnings: raw.warnings };
}

/** `time=0.1 event=stuck element=gear …` as the library tells it. @param {string} text @returns {Event} */
function eventOf(text) {
  const facts = Object.fromEntries(text.split(' ').map(pair => pair.split('=')));
  const side = Number(facts.direction ?? facts.side ?? 0);
  const way = facts.side ? ['lower', '', 'upper'][side + 1] : ['backward', '', 'forward'][side + 1];
  const limits = [Number(facts.forward_limit ?? NaN), Number(facts.backward_limit ?? NaN)];
  const holds = limits.every(Number.isFinite) ? /** @type {[number, number]} */ (limits) : null;
  return { time: Number(facts.time), words: `${inWords(facts.event)} ${way}`.trim(), element: facts.element, holds };
}

/** Levels that differ by less than this share are one on a plot. */
const SAME_LEVEL = 1e-3;

/** Times at rest. @param {Outcome} outcome @param {string} regime @returns {[number, number][]} */
export function rests({ time, columns }, regime) {
  const values = columns.get(regime),
    found = /** @type {[number, number][]} */ ([]);
  if (!values) return found;
  for (let row = 0; row < time.length; row++) {
    if (values[row] !== 0) continue;
    const from = time[row];
    while (row + 1 < time.length && values[row + 1] === 0) row++;
    if (time[row] > from) found.push([from, time[row]]);
  }
  return found;
}

/**
 * Sticking begins and ends between two rows; what creeps has one curve.
 * @param {ArrayLike<number>} regime @param {ArrayLike<number>} velocity
 */
export function pieces(regime, velocity) {
  for (let row = 0; row < regime.length; row++) if (regime[row] === 0 && velocity[row] !== 0) return undefined;
  return regime;
}

/**
 * What friction holds at most while it is at rest: the backward and the forward breakaway level, and whether they are the same in the
 * whole run. With load they change.
 * @param {Outcome} outcome @param {import('./model.js').Contact} contact
 * @returns {{ levels: [number, number], isConstant: boolean } | null}
 */
export function breakaway({ events }, { label }) {
  const isOwn = (/** @type {Event} */ { element }) => element === label || (label === '' && element === 'body');
  const held = events
    .flatMap(event => (event.holds && isOwn(event) ? [event.holds] : []))
    .filter(([up, down]) => up + down > 0);
  if (held.length === 0) return null;
  const forward = held.map(([level]) => level),
    backward = held.map(([, level]) => level);
  const [most, least] = [
    [forward, backward].map(all => Math.max(...all)),
    [forward, backward].map(all => Math.min(...all)),
  ];
  const isConstant = most.every((level, side) => level - least[side] <= SAME_LEVEL * level);
  return { levels: [-most[1], most[0]], isConstant };
}
