// The published manoeuvres in WebAssembly against the hashes that the tests of the native library have.

/** FNV-1a over the bits of numbers. @param {Iterable<number>} numbers */
export function hashOf(numbers) {
  const view = new DataView(new ArrayBuffer(8));
  // 64 bits as two halves: BigInt is slow.
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const number of numbers) {
    view.setFloat64(0, number, true);
    for (let k = 0; k < 8; k++) {
      low = (low ^ view.getUint8(k)) >>> 0;
      // times 0x100000001b3 = 2^40 + 0x1b3
      const product = low * 0x1b3, carry = Math.floor(product / 2 ** 32);
      high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
      low = product >>> 0;
    }
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

const REALS = ['position', 'velocity', 'bristle_deflection', 'last_event_time'];
const INTEGERS = ['friction_regime', 'event_count'];
/** In the order in which the tests take them. */
const ORDER = ['position', 'velocity', 'bristle_deflection', 'friction_regime', 'event_count', 'last_event_time'];

/**
 * @param {import('./model.js').Setup} setup  of the servo, which it changes
 * @param {{ scenario: string, hash: string, command: [number, number][] }[]} recorded
 * @param {import('./runner.js').Runner} runner
 * @param {(line: { title: string, isSame: boolean, hash: string }) => void} tell
 */
export async function selfTest(setup, recorded, runner, tell) {
  let areSame = true;
  for (const { scenario, hash, command } of recorded) {
    const experiment = setup.model.experiments.find(experiment => experiment.name === scenario);
    if (!experiment) continue;
    setup.begin(experiment);
    setup.signals.set('command', { kind: 'points', points: command });
    setup.set('position_start', command[0][1]);
    const job = { ...setup.job([...REALS, ...INTEGERS]), events: false };
    const [outcome] = (await runner.run([job])) ?? [{}];
    const found = outcome?.time ? hashOf(rows(outcome)) : '';
    areSame &&= found === hash;
    tell({ title: experiment.title, isSame: found === hash, hash: found || (outcome?.trap ?? 'stopped') });
  }
  return areSame;
}

/** @param {any} outcome */
function* rows({ time, reals, integers }) {
  const columns = ORDER.map(name => (REALS.includes(name) ? reals[REALS.indexOf(name)] : integers[INTEGERS.indexOf(name)]));
  for (let row = 0; row < time.length; row++) for (const column of columns) yield column[row];
}
