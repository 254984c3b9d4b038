// Plots on the page: uPlot draws them, these classes say what.

import { rangeOf, toSvg } from './svg.js';
import { pretty, short } from './units.js';

/** @typedef {import('./svg.js').Curve} Curve */
/** @typedef {{ title: string, x: string, y: string, curves: Curve[], shaded: [number, number][], holds?: { levels: [number, number], words: string } | null }} Content */

const SYNC = 'time';
/** Steps between points of a curve that are less than this many pixels apart are not drawn. */
const LEAST_STEP = 0.4;

/** A colour of the style sheet. @param {string} name */
export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
/** @param {number} k */
export const seriesColour = k => colour(`--c${k % 8}`);

/** A plot whose curves have their own abscissae. */
export class Plot {
  /**
   * @param {HTMLElement} element
   * @param {{ sharesTime: boolean, onReadout: (x: number | null) => void }} options
   */
  constructor(element, options) {
    this.element = element;
    this.options = options;
    /** @type {Content} */
    this.content = { title: '', x: '', y: '', curves: [], shaded: [] };
    /** @type {any} */
    this.plot = null;
    this.isZoomed = false;
    this.key = '';
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(element);
  }

  /** @param {Content} content */
  show(content) {
    this.content = content;
    // The label says what is drawn to those who do not see it.
    this.element.setAttribute('aria-label', describe(content));
    this.element.setAttribute('role', 'img');
    const key = [content.x, content.y, content.curves.length].join('|');
    if (!this.plot || key !== this.key) this.build(key);
    else this.plot.setData(this.data(), !this.isZoomed);
  }

  data() {
    return [null, ...this.content.curves.map(curve => [curve.x, curve.y])];
  }

  /** @param {string} key */
  build(key) {
    this.plot?.destroy();
    this.key = key;
    this.isZoomed = false;
    const faint = colour('--faint'),
      grid = { stroke: colour('--grid'), width: 1 };
    const axis = (/** @type {string} */ label) => ({
      label,
      labelSize: 20,
      labelFont: '12px system-ui',
      font: '11px system-ui',
      stroke: faint,
      grid,
      ticks: { ...grid, size: 4 },
      values: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits.map(short),
    });
    const { sharesTime } = this.options;
    this.plot = new uPlot(
      {
        mode: 2,
        width: Math.max(120, this.element.clientWidth),
        height: Math.max(80, this.element.clientHeight),
        padding: [8, 22, 0, 0],
        legend: { show: false },
        cursor: {
          drag: { x: true, y: !sharesTime, uni: 20 },
          // Heights of other plots are not this one's.
          y: !sharesTime,
          points: { show: false },
          ...(sharesTime ? { sync: { key: SYNC, scales: ['x', null] } } : {}),
        },
        scales: {
          x: {
            time: false,
            auto: true,
            range: (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) =>
              this.range('x', low, high),
          },
          y: {
            auto: true,
            range: (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) =>
              this.range('y', low, high),
          },
        },
        axes: [
          { ...axis(this.content.x), size: 30 },
          { ...axis(this.content.y), size: 54 },
        ],
        series: [
          {},
          ...this.content.curves.map(() => ({
            facets: [
              { scale: 'x', auto: true },
              { scale: 'y', auto: true },
            ],
            paths: this.path(),
            points: { show: false },
            stroke: 'black',
          })),
        ],
        hooks: {
          drawClear: [() => this.shade()],
          draw: [() => this.level()],
          setSelect: [
            () => {
              this.isZoomed = this.plot.select.width > 0;
            },
          ],
          setCursor: [
            () =>
              this.options.onReadout(
                this.plot.cursor.left >= 0 ? this.plot.posToVal(this.plot.cursor.left, 'x') : null,
              ),
          ],
        },
      },
      this.data(),
      this.element,
    );
    this.plot.over.addEventListener('dblclick', () => {
      this.isZoomed = false;
      this.plot.setData(this.data(), true);
    });
  }

  /** uPlot asks for what is drawn where nothing is zoomed into. @param {'x' | 'y'} axis @param {number} low @param {number} high */
  range(axis, low, high) {
    if (this.isZoomed && low !== null && high > low) return [low, high];
    const { curves, holds } = this.content;
    if (axis === 'x' && this.options.sharesTime) {
      const ends = curves.map(({ x }) => x[x.length - 1] ?? 0);
      return [0, Math.max(...ends, 1e-9)];
    }
    const columns = curves.map(curve => curve[axis]);
    return rangeOf(axis === 'y' && holds ? [...columns, holds.levels] : columns);
  }

  /** Draws one curve. */
  path() {
    return (/** @type {any} */ plot, /** @type {number} */ number) => {
      const curve = this.content.curves[number - 1];
      if (!curve) return null;
      const { x, y, pieces } = curve,
        context = plot.ctx,
        { left, top, width, height } = plot.bbox;
      const px = transform(plot, 'x'),
        py = transform(plot, 'y');
      context.save();
      context.beginPath();
      context.rect(left, top, width, height);
      context.clip();
      context.strokeStyle = curve.colour;
      context.lineWidth = 1.7 * devicePixelRatio;
      context.lineJoin = 'round';
      context.setLineDash(curve.dash ? [6 * devicePixelRatio, 4 * devicePixelRatio] : []);
      context.beginPath();
      let [lastX, lastY] = [NaN, NaN];
      for (let k = 0; k < x.length; k++) {
        const [atX, atY] = [px(x[k]), py(y[k])];
        if (Math.abs(atX - lastX) < LEAST_STEP && Math.abs(atY - lastY) < LEAST_STEP && !pieces) continue;
        if (k === 0 || (pieces && pieces[k] !== pieces[k - 1])) context.moveTo(atX, atY);
        else context.lineTo(atX, atY);
        [lastX, lastY] = [atX, atY];
      }
      context.stroke();
      context.restore();
      return null;
    };
  }

  shade() {
    const { plot } = this,
      { ctx, bbox } = plot,
      at = transform(plot, 'x');
    ctx.save();
    ctx.fillStyle = colour('--stuck');
    for (const [from, to] of this.content.shaded) {
      const [left, right] = [from, to].map(time => Math.min(Math.max(at(time), bbox.left), bbox.left + bbox.width));
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
    }
    ctx.restore();
  }

  /** What friction holds at rest: a bar at velocity 0 between the breakaway levels. */
  level() {
    const { holds } = this.content;
    if (!holds) return;
    const { plot } = this,
      { ctx, bbox } = plot,
      x = transform(plot, 'x')(0),
      y = transform(plot, 'y');
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.globalAlpha = 0.22;
    ctx.fillStyle = colour('--accent');
    const { levels, words } = holds,
      [top, bottom] = [y(levels[1]), y(levels[0])];
    ctx.fillRect(x - 4 * devicePixelRatio, top, 8 * devicePixelRatio, bottom - top);
    ctx.globalAlpha = 1;
    ctx.fillStyle = colour('--faint');
    ctx.font = `${11 * devicePixelRatio}px system-ui`;
    for (const [level, side] of /** @type {[number, number][]} */ ([
      [levels[1], 1],
      [levels[0], -1],
    ])) {
      const isRight = x > bbox.left + bbox.width / 2;
      ctx.textAlign = isRight ? 'right' : 'left';
      ctx.fillText(
        `${words} ${short(level)}`,
        x + (isRight ? -8 : 8) * devicePixelRatio,
        y(level) + (side > 0 ? 11 : -3) * devicePixelRatio,
      );
    }
    ctx.restore();
  }

  resize() {
    const { clientWidth, clientHeight } = this.element;
    if (this.plot && clientWidth > 0 && (clientWidth !== this.plot.width || clientHeight !== this.plot.height)) {
      this.plot.setSize({ width: clientWidth, height: clientHeight });
    }
  }

  /** It leaves the page. */
  end() {
    this.observer.disconnect();
    this.plot?.destroy();
  }

  /** Colours have changed. */
  repaint() {
    if (this.plot) this.build(this.key);
  }

  svg() {
    return toSvg(this.content);
  }

  /** @returns {Promise<Blob | null>} */
  png() {
    const source = /** @type {HTMLCanvasElement} */ (this.plot.ctx.canvas),
      copy = document.createElement('canvas');
    [copy.width, copy.height] = [source.width, source.height];
    const context = copy.getContext('2d');
    if (!context) return Promise.resolve(null);
    context.fillStyle = colour('--card');
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(source, 0, 0);
    return new Promise(done => copy.toBlob(done, 'image/png'));
  }
}

/**
 * From a value to a pixel of the canvas, without a call into uPlot for each point.
 * @param {any} plot @param {'x' | 'y'} axis
 */
function transform(plot, axis) {
  const { min, max } = plot.scales[axis],
    { left, top, width, height } = plot.bbox;
  if (axis === 'x') return (/** @type {number} */ value) => left + ((value - min) / (max - min)) * width;
  return (/** @type {number} */ value) => top + height - ((value - min) / (max - min)) * height;
}

/** @param {Content} content */
function describe({ title, x, y, curves, shaded }) {
  const [low, high] = rangeOf(curves.map(curve => curve.y));
  const rests = shaded.length > 0 ? `; at rest ${shaded.length} times` : '';
  return `${title}: ${y} against ${x}, between ${short(low)} and ${short(high)}, ${curves.map(curve => curve.label).join(', ')}${rests}`;
}

/**
 * The value of a curve at an abscissa that only rises.
 * @param {Curve} curve @param {number} at
 */
export function valueAt({ x, y }, at) {
  let [low, high] = [0, x.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle] < at) low = middle + 1;
    else high = middle;
  }
  return y[low];
}

/** @param {string} name @param {string} unit */
export const axisLabel = (name, unit) => (pretty(unit) ? `${name}, ${pretty(unit)}` : name);
