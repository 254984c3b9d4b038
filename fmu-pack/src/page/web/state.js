// What a link carries: all that the reader has chosen.

import { chooseUnit, chosenUnits } from './units.js';

/**
 * @typedef {import('./model.js').Setup} Setup
 * @typedef {{ models: import('./model.js').Model[], charts: import('./charts.js').Charts,
 *   comparison: import('./comparison.js').Comparison, recording: import('./files.js').Recording | null }} Bench
 */

/** @param {Setup} setup */
const chosenOf = ({ experiment, values, signals, stop, step }) => ({
  experiment,
  values: Object.fromEntries(values),
  signals: Object.fromEntries(signals),
  stop,
  step,
});

/** @param {Setup} setup @param {any} state */
function choose(setup, { experiment = '', values = {}, signals = {}, stop = setup.stop, step = setup.step }) {
  [setup.experiment, setup.stop, setup.step] = [experiment, stop, step];
  setup.values.clear();
  for (const [name, value] of Object.entries(values)) setup.set(name, value);
  for (const [name, signal] of Object.entries(signals)) if (setup.byName.has(name)) setup.signals.set(name, signal);
}

/** @param {Bench} bench @param {Setup} setup */
export function stateOf({ models, charts, comparison, recording }, setup) {
  const { runs } = comparison;
  return {
    model: setup.model.identifier,
    configuration: models.includes(setup.model) ? undefined : setup.model.configuration,
    ...chosenOf(setup),
    units: chosenUnits(),
    laws: runs.filter(run => run.overrides.length > 0).map(run => run.overrides),
    kept: runs.flatMap(({ label, kept }) => (kept ? [{ label, ...chosenOf(kept) }] : [])),
    charts: charts.state(),
    recording: recording ?? undefined,
  };
}

/** @param {Bench} bench @param {Setup} setup  of the model of the state @param {any} state */
export function restored(bench, setup, state) {
  for (const [unit, shown] of Object.entries(state.units ?? {})) chooseUnit(unit, shown);
  choose(setup, state);
  if (state.charts) bench.charts.restore(state.charts);
  bench.comparison.law = bench.charts.contact?.law ?? null;
  for (const overrides of state.laws ?? []) bench.comparison.addLaw(overrides);
  for (const { label, ...chosen } of state.kept ?? []) {
    const kept = setup.copy();
    choose(kept, chosen);
    bench.comparison.addKept(kept, label);
  }
  bench.recording = state.recording ?? null;
}
