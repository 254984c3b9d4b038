// What each plot shows of the runs.

import { inWords, lastPart } from './model.js';
import { breakaway, pieces } from './outcome.js';
import { axisLabel, colour, seriesColour } from './plots.js';
import { pretty, short, shownUnit } from './units.js';

/**
 * @typedef {import('./model.js').Setup} Setup
 * @typedef {import('./model.js').Variable} Variable
 * @typedef {import('./plots.js').Content} Content
 * @typedef {import('./svg.js').Curve} Curve
 * @typedef {import('./comparison.js').Run} Run
 * @typedef {import('./files.js').Recording} Recording
 */

/** Curves of one plot. */
export const MOST_CURVES = 8;

/** Inputs of one unit have scales of their own where one is so many times the other. */
const UNLIKE = 20;

/** @param {ArrayLike<number>} column @param {number} factor */
const scaled = (column, factor) => (factor === 1 ? column : Float64Array.from(column, value => value * factor));

/** @param {Recording | null} recording @param {string} name */
function recorded(recording, name) {
  const place = recording?.names.indexOf(name) ?? -1;
  return recording && place >= 0 ? recording.columns[place] : null;
}

/**
 * Variables of one unit over time.
 * @param {Variable[]} variables @param {Run[]} runs @param {Recording | null} recording
 * @param {[number, number][]} shaded  times at rest
 * @returns {Content}
 */
export function overTime(variables, runs, recording, shaded) {
  const [first] = variables,
    [unit, factor] = shownUnit(first),
    several = variables.length > 1;
  const curve = (/** @type {Run} */ { label, outcome }, /** @type {number} */ run) =>
    variables.flatMap(({ name }, k) => {
      const column = outcome?.columns.get(name);
      if (!outcome || !column) return [];
      const words = several ? `${inWords(name)}${run > 0 ? ` (${label})` : ''}` : label;
      return [
        {
          label: words,
          colour: seriesColour(several ? k : run),
          dash: several && run > 0,
          x: outcome.time,
          y: scaled(column, factor),
        },
      ];
    });
  const beside = variables.flatMap(({ name }) => {
    const [x, y] = [recorded(recording, 'time'), recorded(recording, name)];
    return x && y
      ? [
          {
            label: several ? `${inWords(name)} (recorded)` : 'recorded',
            colour: colour('--faint'),
            dash: true,
            x,
            y: scaled(y, factor),
          },
        ]
      : [];
  });
  const title = several ? `${inWords(lastPart(first.name))} of all` : inWords(first.name);
  return {
    title,
    x: 'time, s',
    y: axisLabel(inWords(lastPart(first.name)), unit),
    curves: [...runs.flatMap(curve), ...beside],
    shaded,
  };
}

/**
 * Inputs over time; of unlike quantities each has its own scale.
 * @param {Setup} setup @param {Variable[]} inputs
 * @returns {Content}
 */
export function ofInputs(setup, inputs) {
  const sizes = inputs.map(({ name }) => Math.max(...setup.points(name).map(([, value]) => Math.abs(value))) || 1);
  const isAlike =
    new Set(inputs.map(input => input.unit)).size === 1 && Math.max(...sizes) < UNLIKE * Math.min(...sizes);
  const curves = inputs.map((input, k) => {
    const points = setup.points(input.name),
      [unit, factor] = shownUnit(input);
    const size = sizes[k];
    const inside = points.filter(([time]) => time > 0 && time < setup.stop);
    const all = [[0, points[0][1]], ...inside, [setup.stop, points[points.length - 1][1]]];
    const scale = isAlike ? factor : 1 / size;
    const label = isAlike ? inWords(input.name) : `${inWords(input.name)} / ${short(size * factor)} ${pretty(unit)}`;
    return {
      label,
      colour: seriesColour(k),
      dash: false,
      x: all.map(([time]) => time),
      y: all.map(([, value]) => value * scale),
    };
  });
  const [unit] = inputs.length > 0 ? shownUnit(inputs[0]) : ['1'];
  const only = inputs.length === 1 ? inWords(inputs[0].name) : 'input';
  return {
    title: 'Inputs',
    x: 'time, s',
    y: isAlike ? axisLabel(only, unit) : 'share of the greatest',
    curves,
    shaded: [],
  };
}

/** Inputs that are drawn: those that are driven. @param {Setup} setup */
export const drawnInputs = setup =>
  setup.inputs.filter(({ name }) => setup.signals.get(name)?.kind !== 'constant').slice(0, MOST_CURVES);

/**
 * One variable against another. Between rows of unlike regimes nothing is drawn: there the state was never seen.
 * @param {Setup} setup @param {{ title: string, x: string, y: string, regime: string | null }} what
 * @param {Run[]} runs @param {Recording | null} recording
 * @returns {Content}
 */
export function against(setup, { title, x, y, regime }, runs, recording) {
  const [across, up] = [setup.variable(x), setup.variable(y)];
  const [unitX, factorX] = shownUnit(across),
    [unitY, factorY] = shownUnit(up);
  const curves = runs.flatMap(({ label, outcome }, k) => {
    const [columnX, columnY] = [outcome?.columns.get(x), outcome?.columns.get(y)];
    if (!columnX || !columnY) return [];
    const regimes = regime ? outcome?.columns.get(regime) : undefined;
    const parts = regimes && pieces(regimes, columnX);
    return [
      /** @type {Curve} */ ({
        label,
        colour: seriesColour(k),
        dash: false,
        x: scaled(columnX, factorX),
        y: scaled(columnY, factorY),
        pieces: parts,
      }),
    ];
  });
  const [besideX, besideY] = [recorded(recording, x), recorded(recording, y)];
  if (besideX && besideY)
    curves.push({
      label: 'recorded',
      colour: colour('--faint'),
      dash: true,
      x: scaled(besideX, factorX),
      y: scaled(besideY, factorY),
    });
  return {
    title,
    x: axisLabel(inWords(lastPart(x)), unitX),
    y: axisLabel(inWords(lastPart(y)), unitY),
    curves,
    shaded: [],
  };
}

/**
 * Friction against velocity, with what it holds at rest.
 * @param {Setup} setup @param {import('./model.js').Contact} contact @param {Run[]} runs @param {Recording | null} recording
 * @returns {Content}
 */
export function frictionOf(setup, contact, runs, recording) {
  const what = { title: 'Friction against velocity', x: contact.velocity, y: contact.effort, regime: contact.regime };
  const held = runs[0]?.outcome ? breakaway(runs[0].outcome, contact) : null;
  const [, factor] = shownUnit(setup.variable(contact.effort));
  const holds = held && {
    levels: /** @type {[number, number]} */ (held.levels.map(level => level * factor)),
    words: held.isConstant ? 'breakaway' : 'breakaway at most',
  };
  return { ...against(setup, what, runs, recording), holds };
}
