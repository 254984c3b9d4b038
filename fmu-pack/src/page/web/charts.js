// The plots of a model: which there are, and what the reader chooses for each.

import { against, drawnInputs, frictionOf, MOST_CURVES, ofInputs, overTime } from './curves.js';
import { make, option } from './dom.js';
import { inWords, lastPart } from './model.js';
import { rests } from './outcome.js';
import { Plot, valueAt } from './plots.js';
import { save } from './takeaway.js';
import { short } from './units.js';

/**
 * @typedef {'time' | 'inputs' | 'friction' | 'phase'} Kind
 * @typedef {{ kind: Kind, key: string, plot: Plot, select: HTMLSelectElement | null, readout: HTMLElement, element: HTMLElement }} Chart
 *   `key`: a variable over time, or `*.name` for those of all elements
 */

/** Plots over the whole width: position and velocity. */
const WIDE_CHARTS = 2;
/** Share of the time at rest that is seen. */
const LEAST_SHADE = 2e-3;
/** How plots lie on the page, but for those over time. @type {Record<string, string>} */
const CLASSES = { inputs: 'half', friction: 'half square', phase: 'half square' };
/** Of plots whose variable is not chosen. @type {Record<string, string>} */
const TITLES = { inputs: 'Inputs', friction: 'Friction against velocity', phase: 'Phase plane' };

/** Builds and draws them. */
export class Charts {
  /** @param {HTMLElement} element @param {() => void} onChange  other variables are needed */
  constructor(element, onChange) {
    this.element = element;
    this.onChange = onChange;
    /** @type {Chart[]} */
    this.all = [];
    /** @type {import('./model.js').Contact | null} */
    this.contact = null;
    /** @type {import('./model.js').Body | null} */
    this.body = null;
  }

  /** @param {import('./model.js').Setup} setup */
  build(setup) {
    this.setup = setup;
    this.contact = setup.contacts[0] ?? null;
    // What is driven stands at the end of a train.
    this.body = setup.bodies.at(-1) ?? null;
    const time = this.firstKeys(setup).filter(key => this.variablesOf(key).length > 0);
    const kinds = /** @type {Kind[]} */ ([
      'inputs',
      ...(this.contact ? ['friction'] : []),
      ...(this.body ? ['phase'] : []),
    ]);
    this.fill([
      ...time.map(key => ({ kind: /** @type {Kind} */ ('time'), key })),
      ...kinds.map(kind => ({ kind, key: '' })),
    ]);
  }

  /** @param {{ kind: Kind, key: string }[]} wanted */
  fill(wanted) {
    for (const chart of this.all) chart.plot.end();
    this.all = wanted.map(({ kind, key }, k) => this.chart(kind, key, k < WIDE_CHARTS));
    this.element.replaceChildren(...this.all.map(chart => chart.element));
  }

  /** For a link. */
  state() {
    const { setup, contact, body } = this;
    return {
      keys: this.all.filter(chart => chart.kind === 'time').map(chart => chart.key),
      contact: contact ? setup?.contacts.indexOf(contact) : -1,
      body: body ? setup?.bodies.indexOf(body) : -1,
    };
  }

  /** @param {any} state  of a link */
  restore({ keys = [], contact = 0, body = 0 }) {
    const { setup } = this;
    if (!setup) return;
    [this.contact, this.body] = [setup.contacts[contact] ?? null, setup.bodies[body] ?? null];
    const time = this.all.filter(chart => chart.kind === 'time');
    this.fill(
      this.all.map(chart => ({
        kind: chart.kind,
        key: this.variablesOf(keys[time.indexOf(chart)] ?? '').length > 0 ? keys[time.indexOf(chart)] : chart.key,
      })),
    );
  }

  /** Motion and friction: of all elements that have such a variable, where there are several. @param {import('./model.js').Setup} setup */
  firstKeys(setup) {
    const [body] = setup.bodies,
      effort = this.contact?.effort ?? '';
    if (setup.bodies.length < 2) return [body?.position ?? '', body?.velocity ?? '', effort];
    const all = (/** @type {string} */ last) =>
      this.variablesOf(`*.${last}`).length > 1
        ? `*.${last}`
        : (setup.model.variables.find(({ name }) => lastPart(name) === last)?.name ?? '');
    return [all('position'), all('velocity'), all(lastPart(effort))];
  }

  /** A variable, or those of all elements with the same last part and unit. @param {string} key */
  variablesOf(key) {
    const { setup } = this;
    if (!setup) return [];
    if (!key.startsWith('*.')) return setup.byName.has(key) ? [setup.variable(key)] : [];
    const alike = setup.model.variables.filter(
      ({ causality, name }) => causality === 'output' && name.includes('.') && lastPart(name) === key.slice(2),
    );
    return alike.filter(variable => variable.unit === alike[0].unit).slice(0, MOST_CURVES);
  }

  neededNames() {
    const { contact, body } = this;
    const time = this.all
      .filter(chart => chart.kind === 'time')
      .flatMap(chart => this.variablesOf(chart.key).map(({ name }) => name));
    const friction = contact ? [contact.effort, contact.velocity, contact.regime] : [];
    return [...new Set([...time, ...friction, ...(body ? [body.position, body.velocity] : [])])];
  }

  /** @param {Kind} kind @param {string} key @param {boolean} isWide @returns {Chart} */
  chart(kind, key, isWide) {
    const place = make('div', { className: 'plot' }),
      readout = make('div', { className: 'readout' });
    const select = this.choiceFor(kind, key);
    const title = make('h3', {}, [...(TITLES[kind] ? [TITLES[kind]] : []), ...(select ? [select] : [])]);
    const saves = make('span', { className: 'saves' });
    const element = make('section', { className: `card chart ${CLASSES[kind] ?? (isWide ? '' : 'half')}` });
    element.append(make('div', { className: 'card-head' }, [title, saves]), place, readout);
    element.dataset.chart = kind;
    const isOverTime = kind === 'time' || kind === 'inputs';
    const plot = new Plot(place, {
      sharesTime: isOverTime,
      onReadout: at => this.readOut(chart, isOverTime ? at : null),
    });
    const chart = { kind, key, plot, select, readout, element };
    saves.append(...this.saveButtons(chart));
    if (select) select.onchange = () => this.changed(chart, select.value);
    return chart;
  }

  /** @param {Chart} chart */
  saveButtons(chart) {
    const name = () =>
      `${this.setup?.model.identifier}_${chart.kind === 'time' ? chart.key.replace('*.', '') : chart.kind}`;
    const svg = make('button', { type: 'button', textContent: 'SVG', title: 'Save as a drawing' });
    const png = make('button', { type: 'button', textContent: 'PNG', title: 'Save as a picture' });
    svg.onclick = () => save(`${name()}.svg`, chart.plot.svg(), 'image/svg+xml');
    png.onclick = async () => {
      const picture = await chart.plot.png();
      if (picture) save(`${name()}.png`, picture, 'image/png');
    };
    return [svg, png];
  }

  /** @param {Chart} chart @param {string} value */
  changed(chart, value) {
    if (chart.kind === 'time') chart.key = value;
    if (chart.kind === 'friction') this.contact = this.setup?.contacts[Number(value)] ?? null;
    if (chart.kind === 'phase') this.body = this.setup?.bodies[Number(value)] ?? null;
    this.onChange();
  }

  /** @param {Kind} kind @param {string} key */
  choiceFor(kind, key) {
    const { setup } = this;
    if (!setup || kind === 'inputs') return null;
    if (kind === 'time') return this.choiceOfVariable(setup, key);
    const all = kind === 'friction' ? setup.contacts : setup.bodies,
      chosen = kind === 'friction' ? this.contact : this.body;
    if (all.length < 2) return null;
    const options = all.map(({ label }, k) => option(String(k), inWords(label)));
    const select = make('select', { ariaLabel: kind === 'friction' ? 'Contact' : 'Body' }, options);
    select.value = String(all.indexOf(/** @type {any} */ (chosen)));
    return select;
  }

  /** @param {import('./model.js').Setup} setup @param {string} key */
  choiceOfVariable({ model }, key) {
    const read = model.variables.filter(
      ({ causality, variability }) => causality === 'output' || (causality === 'local' && variability !== 'constant'),
    );
    const lasts = [...new Set(read.map(({ name }) => lastPart(name)))].filter(
      last => this.variablesOf(`*.${last}`).length > 1,
    );
    const of = lasts.map(last => option(`*.${last}`, `${inWords(last)} of all`));
    const select = make('select', { ariaLabel: 'Variable of the plot' }, [
      ...of,
      ...read.map(({ name }) => option(name, inWords(name))),
    ]);
    select.value = key;
    return select;
  }

  /** @param {import('./comparison.js').Run[]} runs @param {import('./files.js').Recording | null} recording */
  draw(runs, recording) {
    const { setup, contact } = this,
      own = runs[0]?.outcome;
    if (!setup || !own) return;
    const shaded = contact ? rests(own, contact.regime) : [],
      drawn = runs.filter(run => run.outcome);
    for (const chart of this.all) {
      const content = this.content(chart, setup, drawn, recording, shaded);
      chart.element.hidden = !content;
      if (content) chart.plot.show(content);
      this.readOut(chart, null);
    }
  }

  /**
   * @param {Chart} chart @param {import('./model.js').Setup} setup @param {import('./comparison.js').Run[]} runs
   * @param {import('./files.js').Recording | null} recording @param {[number, number][]} shaded
   */
  content({ kind, key }, setup, runs, recording, shaded) {
    const { contact, body } = this;
    switch (kind) {
      case 'time': {
        const variables = this.variablesOf(key);
        return variables.length > 0 ? overTime(variables, runs, recording, shaded) : null;
      }
      case 'inputs': {
        const inputs = drawnInputs(setup);
        return inputs.length > 0 ? ofInputs(setup, inputs) : null;
      }
      case 'friction':
        return contact && frictionOf(setup, contact, runs, recording);
      case 'phase':
        return (
          body &&
          against(setup, { title: TITLES.phase, x: body.position, y: body.velocity, regime: null }, runs, recording)
        );
    }
  }

  /** Legend, with values at a time where the pointer is. @param {Chart} chart @param {number | null} at */
  readOut({ plot, readout }, at) {
    const { curves, shaded } = plot.content;
    const entry = (/** @type {import('./svg.js').Curve} */ curve) => {
      const name = make('b', { textContent: curve.label });
      name.style.color = curve.colour;
      return make('span', {}, at === null ? [name] : [name, ` ${short(valueAt(curve, at))}`]);
    };
    const isPlain = curves.length === 1 && at === null;
    const rest = isVisible(shaded, curves) ? [make('span', { className: 'rest', textContent: 'at rest' })] : [];
    readout.replaceChildren(...(at === null ? [] : [`${short(at)} s`]), ...(isPlain ? [] : curves.map(entry)), ...rest);
  }

  /** Colours have changed. */
  repaint() {
    for (const chart of this.all) chart.plot.repaint();
  }
}

/**
 * Whether what is shaded is more than a line.
 * @param {[number, number][]} shaded @param {import('./svg.js').Curve[]} curves
 */
function isVisible(shaded, curves) {
  const end = Math.max(...curves.map(({ x }) => x[x.length - 1] ?? 0));
  return shaded.some(([from, to]) => to - from > LEAST_SHADE * end);
}
