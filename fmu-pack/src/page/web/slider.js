// Which values a slider reaches.

/** Positions of a slider. */
export const NOTCHES = 1000;
/** A slider spans so many decades to both sides of a positive start value. */
const DECADES = 1.5;

/** @typedef {{ toPosition: (value: number) => number, toValue: (position: number) => number }} Scale */

/**
 * Which values a slider reaches.
 * @param {import('./model.js').Variable} variable
 * @returns {Scale}
 */
export function sliderScale({ start, min = null, max = null, nominal = null }) {
  const linear = (/** @type {number} */ low, /** @type {number} */ high) => ({
    toPosition: (/** @type {number} */ value) => (NOTCHES * (value - low)) / (high - low),
    toValue: (/** @type {number} */ position) => Number((low + ((high - low) * position) / NOTCHES).toPrecision(4)),
  });
  if (min !== null && max !== null) return linear(min, max);
  if (start > 0 && (min === null || min === 0)) {
    const [low, high] = [Math.log10(start) - DECADES, Math.log10(start) + DECADES];
    return {
      toPosition: value => (value > 0 ? (NOTCHES * (Math.log10(value) - low)) / (high - low) : 0),
      toValue: position =>
        position <= 0 && min === 0 ? 0 : Number((10 ** (low + ((high - low) * position) / NOTCHES)).toPrecision(3)),
    };
  }
  const size = Math.abs(start) || Math.abs(nominal ?? 0) || 1;
  if (min !== null) return linear(min, min + Math.max(2 * (start - min), size));
  if (max !== null) return linear(max - Math.max(2 * (max - start), size), max);
  return linear(start - 2 * size, start + 2 * size);
}
