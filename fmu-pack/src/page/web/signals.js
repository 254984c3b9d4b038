// Input signals: what is edited is a small description, what the model is given are straight lines between break points.

/**
 * @typedef {{ kind: 'constant', value: number }
 *   | { kind: 'step', before: number, after: number, time: number }
 *   | { kind: 'ramp', before: number, after: number, begin: number, end: number }
 *   | { kind: 'sine', offset: number, amplitude: number, frequency: number, phase: number }
 *   | { kind: 'sawtooth', offset: number, amplitude: number, period: number }
 *   | { kind: 'triangle', offset: number, amplitude: number, period: number }
 *   | { kind: 'points', points: [number, number][] }} Signal
 */

/** Straight pieces that stand for one period of a sine: it is then off by 3e-4 of its amplitude. */
const PIECES_PER_PERIOD = 128;
/** A signal has no more break points than this. */
const MAX_POINTS = 20000;

/** What the fields of each kind are called, and in what they are measured: `value`, `time` or `frequency`. */
export const SIGNAL_FIELDS = /** @type {Record<string, [string, string, string][]>} */ ({
  constant: [['value', 'value', 'value']],
  step: [
    ['before', 'from', 'value'],
    ['after', 'to', 'value'],
    ['time', 'at', 'time'],
  ],
  ramp: [
    ['before', 'from', 'value'],
    ['after', 'to', 'value'],
    ['begin', 'begins', 'time'],
    ['end', 'ends', 'time'],
  ],
  sine: [
    ['amplitude', 'amplitude', 'value'],
    ['frequency', 'frequency', 'frequency'],
    ['offset', 'offset', 'value'],
  ],
  sawtooth: [
    ['amplitude', 'height', 'value'],
    ['period', 'period', 'time'],
    ['offset', 'offset', 'value'],
  ],
  triangle: [
    ['amplitude', 'amplitude', 'value'],
    ['period', 'period', 'time'],
    ['offset', 'offset', 'value'],
  ],
  points: [],
});

/**
 * Break points, times not falling; two at the same time are a step.
 * @param {Signal} signal
 * @param {number} stop
 * @returns {[number, number][]}
 */
export function breakPoints(signal, stop) {
  switch (signal.kind) {
    case 'constant':
      return [[0, signal.value]];
    case 'step':
      return [
        [signal.time, signal.before],
        [signal.time, signal.after],
      ];
    case 'ramp':
      return [
        [signal.begin, signal.before],
        [Math.max(signal.begin, signal.end), signal.after],
      ];
    case 'sine': {
      const count = Math.min(MAX_POINTS, Math.max(2, Math.ceil(stop * Math.abs(signal.frequency) * PIECES_PER_PERIOD)));
      const at = (/** @type {number} */ t) =>
        signal.offset + signal.amplitude * Math.sin(2 * Math.PI * signal.frequency * t + signal.phase);
      return Array.from({ length: count + 1 }, (_, k) => [(k * stop) / count, at((k * stop) / count)]);
    }
    case 'sawtooth':
      return periodic(signal.period, stop, [
        [0, signal.offset],
        [1, signal.offset + signal.amplitude],
      ]);
    case 'triangle': {
      const { offset, amplitude } = signal;
      return periodic(signal.period, stop, [
        [0, offset],
        [0.25, offset + amplitude],
        [0.75, offset - amplitude],
        [1, offset],
      ]);
    }
    case 'points':
      return signal.points.length > 0 ? signal.points : [[0, 0]];
  }
}

/**
 * @param {number} period
 * @param {number} stop
 * @param {[number, number][]} shape
 * @returns {[number, number][]}
 */
function periodic(period, stop, shape) {
  if (!(period > 0)) return [[0, shape[0][1]]];
  const count = Math.min(Math.ceil(stop / period), Math.floor(MAX_POINTS / shape.length));
  const points = /** @type {[number, number][]} */ ([]);
  for (let k = 0; k < count; k++)
    points.push(...shape.map(([t, v]) => /** @type {[number, number]} */ ([(k + t) * period, v])));
  return points;
}

/**
 * Value and slope to the right of a time.
 * @param {[number, number][]} points
 * @param {number} next  so many points are not after it
 * @param {number} time
 * @returns {[number, number]}
 */
export function rightOf(points, next, time) {
  const [t0, v0] = points[Math.max(next, 1) - 1];
  if (next === 0 || next === points.length) return [v0, 0];
  const [t1, v1] = points[next];
  const slope = (v1 - v0) / (t1 - t0);
  return [v0 + slope * (time - t0), slope];
}

/**
 * The same signal as another kind, as far as that can be.
 * @param {Signal} signal
 * @param {string} kind
 * @param {number} stop
 * @returns {Signal}
 */
export function converted(signal, kind, stop) {
  const points = breakPoints(signal, stop),
    values = points.map(([, v]) => v);
  const low = Math.min(...values),
    high = Math.max(...values),
    first = values[0],
    last = values[values.length - 1];
  const swing = high > low ? high - low : Math.abs(first) || 1;
  switch (kind) {
    case 'constant':
      return { kind, value: first };
    case 'step':
      return { kind, before: first, after: last !== first ? last : first + swing, time: 0.1 * stop };
    case 'ramp':
      return { kind, before: first, after: last !== first ? last : first + swing, begin: 0.1 * stop, end: 0.6 * stop };
    case 'sine':
      return {
        kind,
        offset: high > low ? (low + high) / 2 : 0,
        amplitude: swing / (high > low ? 2 : 1),
        frequency: 2 / stop,
        phase: 0,
      };
    case 'sawtooth':
      return { kind, offset: low, amplitude: swing, period: rounded(stop / 3) };
    case 'triangle':
      return {
        kind,
        offset: high > low ? (low + high) / 2 : 0,
        amplitude: swing / (high > low ? 2 : 1),
        period: rounded(stop / 2),
      };
    default:
      return { kind: 'points', points };
  }
}

/** As somebody would type it. @param {number} value */
const rounded = value => Number(value.toPrecision(3));
