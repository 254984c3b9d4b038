// Runs jobs beside the page, so that a long run can be stopped and a trap ends nothing else.

import { Importer } from './fmu.js';
import { simulate } from './simulation.js';

/** Configured FMUs whose module stays loaded. */
const MAX_LOADED = 6;

/** @type {WebAssembly.Module} */
let compiled;
/** @type {Map<string, Importer>} */
const loaded = new Map();

/** @param {import('./simulation.js').Job} job */
function importer(job) {
  const key = job.block ? job.guid : '';
  const known = loaded.get(key) ?? new Importer(compiled, job.block);
  loaded.delete(key);
  loaded.set(key, known);
  if (loaded.size > MAX_LOADED) loaded.delete([...loaded.keys()][0]);
  return { key, known };
}

self.onmessage = event => {
  const { module, id, jobs } = event.data;
  if (module) {
    compiled = module;
    return;
  }
  const outcomes = jobs.map((/** @type {import('./simulation.js').Job} */ job) => {
    const { key, known } = importer(job);
    try {
      return simulate(known, job);
    } catch (error) {
      // What is left in that memory nobody knows.
      loaded.delete(key);
      return { trap: error instanceof Error ? error.message : String(error) };
    }
  });
  postMessage({ id, outcomes }, /** @type {any} */ ({ transfer: outcomes.flatMap(buffers) }));
};

/** @param {any} outcome */
function buffers(outcome) {
  return outcome.time ? [outcome.time, ...outcome.reals, ...outcome.integers].map(column => column.buffer) : [];
}
