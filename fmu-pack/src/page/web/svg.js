// Plots as drawings, for documents.

import { short } from './units.js';

/**
 * @typedef {{ label: string, colour: string, dash: boolean, x: ArrayLike<number>, y: ArrayLike<number>, pieces?: ArrayLike<number> }} Curve
 * @typedef {{ title: string, x: string, y: string, curves: Curve[], shaded: [number, number][], xRange?: [number, number] }} Drawing
 */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [960, 420, 78, 18, 52, 46];
const INK = '#1d2228', FAINT = '#5a6470', GRID = '#e2e5e9';

/** @param {string} text */
export const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Round numbers between two.
 * @param {number} low @param {number} high @param {number} count
 */
export function ticks(low, high, count) {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(step => step >= raw) ?? raw;
  const first = Math.ceil(low / step), last = Math.floor(high / step);
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

/** @param {Drawing} drawing */
export function toSvg({ title, x, y, curves, shaded, xRange }) {
  const [left, right] = xRange ?? rangeOf(curves.map(curve => curve.x)), [low, high] = rangeOf(curves.map(curve => curve.y));
  const px = (/** @type {number} */ value) => LEFT + ((value - left) / (right - left)) * (WIDTH - LEFT - RIGHT);
  const py = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const text = (/** @type {number} */ at, /** @type {number} */ up, /** @type {string} */ words, more = '') => `<text x="${at.toFixed(1)}" y="${up.toFixed(1)}" ${more}>${escaped(words)}</text>`;
  const parts = [`<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`, text(LEFT, 22, title, `font-size="16" font-weight="600" fill="${INK}"`)];
  for (const [from, to] of shaded) parts.push(`<rect x="${px(Math.max(from, left)).toFixed(2)}" y="${TOP}" width="${Math.max(0, px(Math.min(to, right)) - px(Math.max(from, left))).toFixed(2)}" height="${HEIGHT - TOP - BOTTOM}" fill="#175cac" fill-opacity="0.09"/>`);
  for (const tick of ticks(left, right, 9)) parts.push(`<path d="M${px(tick).toFixed(2)} ${TOP}V${HEIGHT - BOTTOM}" stroke="${GRID}"/>`, text(px(tick), HEIGHT - BOTTOM + 18, short(tick), `text-anchor="middle" font-size="12" fill="${FAINT}"`));
  for (const tick of ticks(low, high, 6)) parts.push(`<path d="M${LEFT} ${py(tick).toFixed(2)}H${WIDTH - RIGHT}" stroke="${GRID}"/>`, text(LEFT - 8, py(tick) + 4, short(tick), `text-anchor="end" font-size="12" fill="${FAINT}"`));
  parts.push(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x, `text-anchor="middle" font-size="13" fill="${INK}"`));
  parts.push(text(0, 0, y, `transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle" font-size="13" fill="${INK}"`));
  parts.push(`<clipPath id="area"><rect x="${LEFT}" y="${TOP}" width="${WIDTH - LEFT - RIGHT}" height="${HEIGHT - TOP - BOTTOM}"/></clipPath>`);
  curves.forEach(curve => {
    let path = '', before = '';
    for (let k = 0; k < curve.x.length; k++) {
      const at = `${px(curve.x[k]).toFixed(1)} ${py(curve.y[k]).toFixed(1)}`;
      const isNew = path === '' || (curve.pieces && curve.pieces[k] !== curve.pieces[k - 1]);
      if (at !== before || isNew) path += (isNew ? 'M' : 'L') + at;
      before = at;
    }
    parts.push(`<path d="${path}" fill="none" stroke="${curve.colour}" stroke-width="1.8" stroke-linejoin="round" clip-path="url(#area)"${curve.dash ? ' stroke-dasharray="6 4"' : ''}/>`);
  });
  let at = LEFT;
  for (const { label, colour } of curves) {
    parts.push(`<path d="M${at} 38h18" stroke="${colour}" stroke-width="3"/>`, text(at + 24, 42, label, `font-size="12" fill="${INK}"`));
    at += 44 + 6.6 * label.length;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif">${parts.join('\n')}</svg>\n`;
}
