// The inputs as signals.

import { inWords } from './model.js';
import { breakPoints, converted, SIGNAL_FIELDS } from './signals.js';
import { pretty, shownUnit, tidy } from './units.js';

const KINDS = [
  ['constant', 'constant'],
  ['step', 'step'],
  ['ramp', 'ramp'],
  ['sine', 'sine'],
  ['sawtooth', 'sawtooth'],
  ['triangle', 'triangle'],
  ['points', 'table'],
];

/** Builds the list of signals. */
export class Inputs {
  /** @param {HTMLElement} element @param {() => void} onChange */
  constructor(element, onChange) {
    this.element = element;
    this.onChange = onChange;
  }

  /** @param {import('./model.js').Setup} setup */
  show(setup) {
    this.setup = setup;
    // What is driven comes before what stays as it is.
    const isDriven = (/** @type {import('./model.js').Variable} */ { name }) =>
      setup.signals.get(name)?.kind !== 'constant';
    const inputs = [...setup.inputs.filter(isDriven), ...setup.inputs.filter(input => !isDriven(input))];
    this.element.replaceChildren(...inputs.map(input => this.card(input)));
  }

  /** @param {import('./model.js').Variable} input */
  card(input) {
    const card = document.createElement('div');
    card.className = 'signal';
    card.dataset.input = input.name;
    this.fill(card, input);
    return card;
  }

  /** @param {HTMLElement} card @param {import('./model.js').Variable} input */
  fill(card, input) {
    const { setup } = this;
    const signal = setup?.signals.get(input.name);
    if (!setup || !signal) return;
    const head = document.createElement('div'),
      label = document.createElement('label'),
      kind = document.createElement('select');
    head.className = 'head';
    kind.id = `kind-${input.name}`;
    label.htmlFor = kind.id;
    label.textContent = inWords(input.name);
    label.title = `${input.name}: ${input.description}`;
    kind.append(
      ...KINDS.map(([value, textContent]) => Object.assign(document.createElement('option'), { value, textContent })),
    );
    kind.value = signal.kind;
    kind.onchange = () => {
      setup.signals.set(input.name, converted(signal, kind.value, setup.stop));
      this.fill(card, input);
      card.querySelector('select')?.focus();
      this.onChange();
    };
    head.append(label, kind);
    const fields = document.createElement('div');
    fields.className = 'fields';
    const line = document.createElement('div');
    const redraw = () => {
      line.innerHTML = sparkline(breakPoints(signal, setup.stop), setup.stop);
    };
    const [unit, factor] = shownUnit(input);
    for (const [key, words, measure] of SIGNAL_FIELDS[signal.kind]) {
      const [name, scale] = measure === 'time' ? ['s', 1] : measure === 'frequency' ? ['Hz', 1] : [unit, factor];
      const field = document.createElement('label'),
        edit = document.createElement('input');
      Object.assign(edit, {
        type: 'number',
        step: 'any',
        inputMode: 'decimal',
        value: String(tidy(/** @type {any} */ (signal)[key] * scale)),
      });
      edit.oninput = () => {
        if (!Number.isFinite(edit.valueAsNumber)) return;
        /** @type {any} */ (signal)[key] = edit.valueAsNumber / scale;
        redraw();
        this.onChange();
      };
      edit.setAttribute('aria-label', `${input.name} ${words}${name === '1' ? '' : ` in ${name}`}`);
      field.append(pretty(name) ? `${words}, ${pretty(name)}` : words, edit);
      fields.append(field);
    }
    redraw();
    card.replaceChildren(head, fields, ...(signal.kind === 'constant' ? [] : [line]));
  }
}

/** @param {[number, number][]} points @param {number} stop */
function sparkline(points, stop) {
  const values = points.map(([, value]) => value),
    low = Math.min(...values),
    high = Math.max(...values);
  const x = (/** @type {number} */ time) => ((100 * Math.min(Math.max(time, 0), stop)) / stop).toFixed(2);
  const y = (/** @type {number} */ value) => (high > low ? 18 - (16 * (value - low)) / (high - low) : 10).toFixed(2);
  const all = [[0, points[0][1]], ...points, [stop, points[points.length - 1][1]]];
  return `<svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true"><path d="M${all.map(([time, value]) => `${x(time)} ${y(value)}`).join('L')}" fill="none" stroke="currentColor" stroke-width="1.5" vector-effect="non-scaling-stroke"/></svg>`;
}
