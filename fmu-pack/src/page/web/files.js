// Files that are dropped or opened.

import { fromCsv } from './takeaway.js';
import { unitsFor } from './units.js';

/** @typedef {{ names: string[], columns: number[][] }} Recording  the first column is time; in units of the interface */

/**
 * Columns named like inputs drive the model; those named like other variables are drawn beside it.
 * @param {import('./model.js').Setup} setup  gets the signals
 * @param {string} text
 * @returns {{ recording: Recording | null, unknown: string[] }}
 */
export function takeTable(setup, text) {
  const { names, units, columns } = fromCsv(text),
    [time] = columns;
  const known = names.flatMap((name, k) => (k > 0 && setup.byName.has(name) ? [k] : []));
  if (known.length === 0) throw new Error(`no column is named like a variable of ${setup.model.identifier}`);
  const recording = /** @type {Recording} */ ({ names: ['time'], columns: [time] });
  for (const k of known) {
    const variable = setup.variable(names[k]),
      factor = factorOf(variable, units[k]);
    const values = columns[k].map(value => value / factor);
    if (variable.causality === 'input') {
      const points = values.map((value, row) => /** @type {[number, number]} */ ([time[row], value]));
      setup.signals.set(variable.name, { kind: 'points', points });
    } else {
      recording.names.push(variable.name);
      recording.columns.push(values);
    }
  }
  setup.experiment = '';
  setup.stop = time[time.length - 1] || setup.stop;
  const unknown = names.slice(1).filter(name => !setup.byName.has(name));
  return { recording: recording.names.length > 1 ? recording : null, unknown };
}

/** @param {import('./model.js').Variable} variable @param {string | null} unit */
function factorOf(variable, unit) {
  if (unit === null || unit === variable.unit || variable.type !== 'real') return 1;
  const all = unitsFor(variable.unit ?? '1'),
    known = all.find(([name]) => name === unit);
  if (!known)
    throw new Error(`${variable.name} is not measured in ${unit}; known are ${all.map(([name]) => name).join(', ')}`);
  return known[1];
}
