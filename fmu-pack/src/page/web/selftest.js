// The published manoeuvres in WebAssembly against the hashes that the tests of the native library have.

import { byId, make } from './dom.js';
import { outcomeOf } from './outcome.js';

/** FNV-1a over the bits of numbers. @param {Iterable<number>} numbers */
function hashOf(numbers) {
  const view = new DataView(new ArrayBuffer(8));
  // 64 bits as two halves: BigInt is slow.
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const number of numbers) {
    view.setFloat64(0, number, true);
    for (let k = 0; k < 8; k++) {
      low = (low ^ view.getUint8(k)) >>> 0;
      // times 0x100000001b3 = 2^40 + 0x1b3
      const product = low * 0x1b3,
        carry = Math.floor(product / 2 ** 32);
      high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
      low = product >>> 0;
    }
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/**
 * @typedef {{ model: string, columns: string[], manoeuvres: { scenario: string, hash: string, command: [number, number][] }[] }} Recorded
 *   `columns`: what is hashed of each row
 */

/**
 * @param {import('./model.js').Setup} setup  which it changes
 * @param {Recorded} recorded
 * @param {import('./runner.js').Runner} runner
 * @param {(line: { title: string, isSame: boolean, hash: string }) => void} tell
 */
async function selfTest(setup, { columns, manoeuvres }, runner, tell) {
  let areSame = true;
  for (const { scenario, hash, command } of manoeuvres) {
    const experiment = setup.model.experiments.find(experiment => experiment.name === scenario);
    if (!experiment) continue;
    setup.begin(experiment);
    setup.signals.set('command', { kind: 'points', points: command });
    setup.set('position_start', command[0][1]);
    const [raw] = (await runner.run([{ ...setup.job(columns), events: false }])) ?? [{}];
    const found = raw?.time ? hashOf(rows(outcomeOf(setup, columns, raw))) : '';
    areSame &&= found === hash;
    tell({ title: experiment.title, isSame: found === hash, hash: found || (raw?.trap ?? 'stopped') });
  }
  return areSame;
}

/** @param {import('./outcome.js').Outcome} outcome */
function* rows({ names, time, columns }) {
  const all = names.map(name => columns.get(name) ?? []);
  for (let row = 0; row < time.length; row++) for (const column of all) yield column[row];
}

/**
 * Runs it and tells in a dialog.
 * @param {import('./model.js').Setup} setup @param {Recorded} recorded @param {import('./runner.js').Runner} runner
 */
export async function showSelfTest(setup, recorded, runner) {
  const list = byId('self-test-results');
  list.replaceChildren();
  byId('self-test-dialog').showModal();
  const mark = (/** @type {boolean} */ isSame) => ({
    className: isSame ? 'same' : 'differs',
    textContent: isSame ? '✓ same bits' : '✗ differs',
  });
  const areSame = await selfTest(setup, recorded, runner, ({ title, isSame, hash }) => {
    const code = make('code', { className: 'faint', textContent: hash });
    list.append(make('div', {}, [make('span', mark(isSame)), ` ${title} `, code]));
  });
  const told = areSame
    ? 'All trajectories have the bits of the native library.'
    : 'Not the bits of the native library: this is a defect of the page or of the browser.';
  list.append(make('p', { ...mark(areSame), textContent: told }));
  document.body.dataset.selfTest = areSame ? 'same' : 'differs';
}
