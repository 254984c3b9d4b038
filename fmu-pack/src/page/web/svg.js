// Plots as drawings, for documents.

import { short } from './units.js';

/**
 * @typedef {{ label: string, colour: string, dash: boolean, x: ArrayLike<number>, y: ArrayLike<number>, pieces?: ArrayLike<number> }} Curve
 * @typedef {{ title: string, x: string, y: string, curves: Curve[], shaded: [number, number][], holds?: { levels: [number, number], words: string } | null }} Drawing
 */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [960, 420, 78, 18, 52, 46];
const INK = '#1d2228',
  FAINT = '#5a6470',
  GRID = '#e2e5e9';
const SHADE = 'fill="#175cac" fill-opacity="0.09"';

/** @param {string} text */
export const escaped = text =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Round numbers between two.
 * @param {number} low @param {number} high @param {number} count
 */
export function ticks(low, high, count) {
  const raw = (high - low) / count,
    power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(step => step >= raw) ?? raw;
  const first = Math.ceil(low / step),
    last = Math.floor(high / step);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/** The least and the greatest, with a margin. @param {ArrayLike<number>[]} columns @returns {[number, number]} */
export function rangeOf(columns) {
  let [low, high] = [Infinity, -Infinity];
  for (const column of columns) {
    for (let k = 0; k < column.length; k++) {
      const value = column[k];
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const margin = high > low ? 0.05 * (high - low) : Math.abs(high) * 0.1 || 1;
  return [low - margin, high + margin];
}

/** From values to places on the paper. @param {[number, number]} across @param {[number, number]} up */
const scalesOf = ([left, right], [low, high]) => ({
  left,
  right,
  low,
  high,
  x: (/** @type {number} */ value) => LEFT + ((value - left) / (right - left)) * (WIDTH - LEFT - RIGHT),
  y: (/** @type {number} */ value) => HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM),
});

/** @typedef {ReturnType<typeof scalesOf>} Scales */

/** @param {number} x @param {number} y @param {string} words @param {string} more  attributes */
const text = (x, y, words, more) => `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(words)}</text>`;

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} more */
const rect = (x, y, width, height, more) =>
  `<rect x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${width.toFixed(2)}" height="${height.toFixed(2)}" ${more}/>`;

/** @param {Drawing} drawing */
export function toSvg({ title, x, y, curves, shaded, holds }) {
  const up = curves.map(curve => curve.y);
  const scales = scalesOf(rangeOf(curves.map(curve => curve.x)), rangeOf(holds ? [...up, holds.levels] : up));
  const area = rect(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, '');
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(LEFT, 22, title, `font-size="16" font-weight="600" fill="${INK}"`),
    ...shaded.map(times => shade(scales, times)),
    ...grid(scales),
    ...names(x, y),
    `<clipPath id="area">${area}</clipPath>`,
    ...(holds ? held(scales, holds) : []),
    ...curves.map(curve => line(scales, curve)),
    ...legend(curves, shaded.length > 0),
  ];
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif">${parts.join('\n')}</svg>\n`;
}

/** @param {Scales} scales @param {[number, number]} times */
function shade({ x, left, right }, [from, to]) {
  const [begin, end] = [x(Math.max(from, left)), x(Math.min(to, right))];
  return rect(begin, TOP, Math.max(0, end - begin), HEIGHT - TOP - BOTTOM, SHADE);
}

/** @param {Scales} scales */
function grid({ x, y, left, right, low, high }) {
  const small = `font-size="12" fill="${FAINT}"`;
  const across = ticks(left, right, 9).flatMap(tick => [
    `<path d="M${x(tick).toFixed(2)} ${TOP}V${HEIGHT - BOTTOM}" stroke="${GRID}"/>`,
    text(x(tick), HEIGHT - BOTTOM + 18, short(tick), `text-anchor="middle" ${small}`),
  ]);
  const up = ticks(low, high, 6).flatMap(tick => [
    `<path d="M${LEFT} ${y(tick).toFixed(2)}H${WIDTH - RIGHT}" stroke="${GRID}"/>`,
    text(LEFT - 8, y(tick) + 4, short(tick), `text-anchor="end" ${small}`),
  ]);
  return [...across, ...up];
}

/** Of the axes. @param {string} x @param {string} y */
function names(x, y) {
  const own = `text-anchor="middle" font-size="13" fill="${INK}"`;
  const turned = `transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)"`;
  return [text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x, own), text(0, 0, y, `${turned} ${own}`)];
}

/** What friction holds at rest. @param {Scales} scales @param {NonNullable<Drawing['holds']>} holds */
function held({ x, y }, { levels: [low, high], words }) {
  const place = `font-size="11" fill="${FAINT}"`;
  return [
    rect(x(0) - 4, y(high), 8, y(low) - y(high), 'fill="#175cac" fill-opacity="0.22" clip-path="url(#area)"'),
    text(x(0) + 8, y(high) + 11, `${words} ${short(high)}`, place),
    text(x(0) + 8, y(low) - 3, `${words} ${short(low)}`, place),
  ];
}

/** @param {Scales} scales @param {Curve} curve */
function line(scales, { x, y, pieces, colour, dash }) {
  let [path, before] = ['', ''];
  for (let k = 0; k < x.length; k++) {
    const at = `${scales.x(x[k]).toFixed(1)} ${scales.y(y[k]).toFixed(1)}`;
    const isNew = path === '' || (pieces && pieces[k] !== pieces[k - 1]);
    if (at !== before || isNew) path += (isNew ? 'M' : 'L') + at;
    before = at;
  }
  const pen = `fill="none" stroke="${colour}" stroke-width="1.8" stroke-linejoin="round"`;
  return `<path d="${path}" ${pen} clip-path="url(#area)"${dash ? ' stroke-dasharray="6 4"' : ''}/>`;
}

/** @param {Curve[]} curves @param {boolean} hasRests */
function legend(curves, hasRests) {
  const parts = /** @type {string[]} */ ([]),
    own = `font-size="12" fill="${INK}"`;
  let at = LEFT;
  for (const { label, colour } of curves) {
    parts.push(`<path d="M${at} 38h18" stroke="${colour}" stroke-width="3"/>`, text(at + 24, 42, label, own));
    at += 44 + 6.6 * label.length;
  }
  if (hasRests) parts.push(rect(at, 32, 18, 11, SHADE), text(at + 24, 42, 'at rest', own));
  return parts;
}
