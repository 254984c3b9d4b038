// One run of Co-Simulation, and what it leaves.

import { Importer, Refusal } from './fmu.js';
import { rightOf } from './signals.js';

/**
 * @typedef {object} Job
 * @property {string} name  model identifier
 * @property {string} guid
 * @property {Uint8Array | null} block
 * @property {[number, number][]} reals  start values by reference
 * @property {[number, number][]} integers
 * @property {{ reference: number, points: [number, number][] }[]} inputs
 * @property {number} stop
 * @property {number} step
 * @property {number[]} realOutputs  references of what is kept
 * @property {number[]} integerOutputs
 * @property {boolean} events
 *
 * @typedef {object} Outcome
 * @property {Float64Array} time
 * @property {Float64Array[]} reals  a column for each of `realOutputs`
 * @property {Int32Array[]} integers
 * @property {string[]} events  as the model tells them
 * @property {string[]} warnings
 * @property {number} elapsed  ms
 *
 * @typedef {object} Refused
 * @property {{ reference: number | null, text: string }[]} refused  a sentence each, with the variable where one value alone is refused
 */

/** Points that are closer than this are one: a switching instant that is a grid point up to rounding. */
const SAME_POINT = 1e-12;
/** So many refused values are told at once. */
const MAX_REFUSED = 8;

/**
 * Communication points: the grid and every break point of an input.
 * @param {Job} job
 */
export function communicationPoints({ inputs, stop, step }) {
  const count = Math.ceil((stop / step) * (1 - SAME_POINT));
  const points = Array.from({ length: count + 1 }, (_, k) => Math.min(k * step, stop));
  const breaks = inputs.flatMap(({ points }) => (points.length > count ? [] : points.map(([t]) => t)));
  points.push(...breaks.filter(t => t > 0 && t < stop));
  points.sort((a, b) => a - b);
  let last = -1;
  return points.filter(t => (t - last < SAME_POINT ? false : ((last = t), true)));
}

/**
 * @param {Importer} importer
 * @param {Job} job
 * @returns {Outcome | Refused}
 */
export function simulate(importer, job) {
  const begin = performance.now();
  const refused = begun(importer, job);
  if (refused.length > 0) return { refused };
  try {
    return { ...run(importer, job), elapsed: performance.now() - begin };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: [{ reference: null, text: error.message }] };
  } finally {
    importer.free();
  }
}

/**
 * Sets start values one by one, so that each that is refused is told at its field.
 * @param {Importer} importer
 * @param {Job} job
 */
function begun(importer, job) {
  const refused = /** @type {Refused['refused']} */ ([]),
    left = new Set();
  for (let attempt = 0; attempt <= MAX_REFUSED; attempt++) {
    let present = /** @type {number | null} */ (null);
    try {
      importer.instantiate(job.name, job.guid, job.events);
      const place = importer.place(8),
        reference = importer.references([0]);
      const set = (/** @type {[number, number]} */ [number, value], /** @type {boolean} */ isReal) => {
        if (left.has(number)) return;
        present = number;
        new Uint32Array(importer.memory.buffer, reference, 1)[0] = number;
        if (isReal) importer.reals(place, 1)[0] = value;
        else new Int32Array(importer.memory.buffer, place, 1)[0] = value;
        importer.call(isReal ? 'fmi2SetReal' : 'fmi2SetInteger', reference, 1, place);
      };
      importer.call('fmi2SetupExperiment', 0, 0, 0, 1, job.stop);
      for (const pair of job.reals) set(pair, true);
      for (const pair of job.integers) set(pair, false);
      present = null;
      return refused;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ reference: present, text: error.message });
      if (present === null) return refused;
      left.add(present);
    }
  }
  return refused;
}

/**
 * @param {Importer} importer
 * @param {Job} job
 */
function run(importer, job) {
  const { exports, component } = importer;
  const points = communicationPoints(job),
    count = points.length;
  const inputs = job.inputs.length,
    realCount = job.realOutputs.length,
    integerCount = job.integerOutputs.length;
  const inputReferences = importer.references(job.inputs.map(input => input.reference)),
    orders = importer.references(job.inputs.map(() => 1));
  const values = importer.place(8 * inputs),
    slopes = importer.place(8 * inputs);
  const realReferences = importer.references(job.realOutputs),
    integerReferences = importer.references(job.integerOutputs);
  const realPlace = importer.place(8 * realCount),
    integerPlace = importer.place(4 * integerCount);
  const reals = job.realOutputs.map(() => new Float64Array(count)),
    integers = job.integerOutputs.map(() => new Int32Array(count));
  const cursors = job.inputs.map(() => 0);
  // Memory that grows has another buffer.
  let buffer = importer.memory.buffer,
    floats = new Float64Array(buffer),
    words = new Int32Array(buffer);
  const refresh = () => {
    if (buffer === importer.memory.buffer) return;
    buffer = importer.memory.buffer;
    [floats, words] = [new Float64Array(buffer), new Int32Array(buffer)];
  };
  const feed = (/** @type {number} */ time) => {
    for (let k = 0; k < inputs; k++) {
      const [value, slope] = following(job.inputs[k].points, cursors, k, time);
      [floats[values / 8 + k], floats[slopes / 8 + k]] = [value, slope];
    }
  };
  const check = (/** @type {number} */ status, /** @type {string} */ name) => {
    if (status > 1) throw importer.refusal(`${name} was refused`);
  };
  const keep = (/** @type {number} */ row) => {
    check(exports.fmi2GetReal(component, realReferences, realCount, realPlace), 'fmi2GetReal');
    if (integerCount > 0)
      check(exports.fmi2GetInteger(component, integerReferences, integerCount, integerPlace), 'fmi2GetInteger');
    refresh();
    for (let k = 0; k < realCount; k++) reals[k][row] = floats[realPlace / 8 + k];
    for (let k = 0; k < integerCount; k++) integers[k][row] = words[integerPlace / 4 + k];
  };
  importer.call('fmi2EnterInitializationMode');
  refresh();
  feed(0);
  if (inputs > 0) importer.call('fmi2SetReal', inputReferences, inputs, values);
  importer.call('fmi2ExitInitializationMode');
  keep(0);
  for (let row = 1; row < count; row++) {
    const [from, to] = [points[row - 1], points[row]];
    if (inputs > 0) {
      refresh();
      feed(from);
      check(exports.fmi2SetReal(component, inputReferences, inputs, values), 'fmi2SetReal');
      check(
        exports.fmi2SetRealInputDerivatives(component, inputReferences, inputs, orders, slopes),
        'fmi2SetRealInputDerivatives',
      );
    }
    check(exports.fmi2DoStep(component, from, to - from, 1), 'fmi2DoStep');
    keep(row);
  }
  const told = (/** @type {(category: string) => boolean} */ is) =>
    importer.messages.filter(m => is(m.category)).map(m => m.text);
  return {
    time: Float64Array.from(points),
    reals,
    integers,
    events: told(category => category === 'logEvents'),
    warnings: [...new Set(told(category => category === 'logStatusWarning'))],
  };
}

/**
 * A signal at a time, with the place of the last call: times rise. One with more break points than the run has steps is followed by its
 * values at the communication points.
 * @param {[number, number][]} points
 * @param {number[]} cursors
 * @param {number} k
 * @param {number} time
 * @returns {[number, number]}
 */
function following(points, cursors, k, time) {
  while (cursors[k] < points.length && points[cursors[k]][0] <= time) cursors[k]++;
  return rightOf(points, cursors[k], time);
}
