// The parameters in groups: from the declaration come names, units, ranges, choices and what each law uses.

import { chooseUnit, pretty, shownUnit, tidy, unitsFor } from './units.js';
import { inWords, lastPart } from './model.js';

/** Positions of a slider. */
const NOTCHES = 1000;
/** A slider spans so many decades to both sides of a positive start value. */
const DECADES = 1.5;
/** Groups are opened that a reader changes first. */
const OPEN = /^friction$/;

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
      toValue: position => (position <= 0 && min === 0 ? 0 : Number((10 ** (low + ((high - low) * position) / NOTCHES)).toPrecision(3))),
    };
  }
  const size = Math.abs(start) || Math.abs(nominal ?? 0) || 1;
  if (min !== null) return linear(min, min + Math.max(2 * (start - min), size));
  if (max !== null) return linear(max - Math.max(2 * (max - start), size), max);
  return linear(start - 2 * size, start + 2 * size);
}

/** Builds the list and keeps it up to date. */
export class Parameters {
  /**
   * @param {HTMLElement} element
   * @param {() => void} onChange  a value
   * @param {() => void} onUnits
   */
  constructor(element, onChange, onUnits) {
    this.element = element;
    this.onChange = onChange;
    this.onUnits = onUnits;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    this.laws = /** @type {import('./model.js').Law[]} */ ([]);
    this.uses = new Set();
    this.search = '';
    this.showsIgnored = false;
  }

  /** @param {import('./model.js').Law[]} laws */
  setLaws(laws) {
    this.laws = laws;
    this.uses = new Set(laws.flatMap(law => law.uses));
  }

  /** @param {import('./model.js').Setup} setup */
  show(setup) {
    this.setup = setup;
    this.rows.clear();
    /** @type {Map<string, import('./model.js').Variable[]>} */
    const groups = new Map();
    for (const variable of setup.parameters) {
      const group = variable.name.includes('.') ? variable.name.slice(0, variable.name.indexOf('.')) : '';
      groups.set(group, [...(groups.get(group) ?? []), variable]);
    }
    const order = [...groups.keys()].sort((a, b) => rank(a) - rank(b));
    this.element.replaceChildren(...order.map(group => this.group(group, groups.get(group) ?? [])));
    this.update();
  }

  /** @param {string} name @param {import('./model.js').Variable[]} variables */
  group(name, variables) {
    const details = document.createElement('details'), summary = document.createElement('summary'), rows = document.createElement('div');
    details.className = 'group';
    details.open = OPEN.test(name) || (name !== '' && name === this.setup?.contacts[0]?.label);
    summary.textContent = name === '' ? 'General' : inWords(name[0].toUpperCase() + name.slice(1));
    const count = document.createElement('span');
    count.className = 'faint';
    summary.append(count);
    rows.className = 'rows';
    for (const variable of variables) {
      const row = new Row(variable, name, this);
      this.rows.set(variable.name, row);
      rows.append(row.element);
    }
    details.append(summary, rows);
    return details;
  }

  update() {
    for (const row of this.rows.values()) row.update();
    for (const group of /** @type {NodeListOf<HTMLDetailsElement>} */ (this.element.querySelectorAll('details.group'))) {
      const rows = [...group.querySelectorAll('.row')], shown = rows.filter(row => !(/** @type {HTMLElement} */ (row).hidden));
      group.hidden = shown.length === 0;
      const changed = rows.filter(row => row.classList.contains('changed')).length;
      const count = group.querySelector('summary .faint');
      if (count) count.textContent = changed > 0 ? `${changed} changed` : '';
      if (this.search !== '' && shown.length > 0) group.open = true;
    }
  }

  /** @param {{ reference: number | null, text: string }[]} refused */
  mark(refused) {
    for (const row of this.rows.values()) row.refuse('');
    for (const { reference, text } of refused) {
      const named = [...this.rows.values()].filter(row => (reference !== null ? row.variable.reference === reference : names(text, row.variable.name)));
      const longest = named.sort((a, b) => b.variable.name.length - a.variable.name.length);
      for (const row of reference !== null ? named : longest) row.refuse(text);
    }
  }

  /** Whether the law at that place leaves a parameter out. @param {string} name */
  isIgnored(name) {
    const at = name.indexOf('friction.');
    if (at < 0 || !this.setup) return false;
    const lawName = `${name.slice(0, at)}friction.law`, own = name.slice(at + 'friction.'.length);
    if (!this.setup.byName.has(lawName) || own.startsWith('law')) return false;
    const law = this.laws[this.setup.value(lawName) - 1];
    if (!law) return false;
    if (own.startsWith('efficiency_')) return !law.dependsOnLoad;
    const isOf = (/** @type {string} */ use) => own === use || own.startsWith(`${use}_`) || own.startsWith(`${use}.`);
    return [...this.uses].some(isOf) && !law.uses.some(isOf);
  }
}

/** @param {string} text @param {string} name */
const names = (text, name) => new RegExp(`(^|[^\\w.])${name.replace(/[.[\]]/g, '\\$&')}($|[^\\w.\\[]|\\.(?!\\w))`).test(text);

/** Groups in this order; others before the last one. */
const ORDER = ['friction', '', 'travel', 'controller', 'servovalve', 'motor', '*', 'solver'];
/** @param {string} group */
const rank = group => ORDER.indexOf(ORDER.includes(group) ? group : '*');

let identities = 0;

/** One parameter. */
class Row {
  /** @param {import('./model.js').Variable} variable @param {string} group @param {Parameters} owner */
  constructor(variable, group, owner) {
    this.variable = variable;
    this.owner = owner;
    this.element = document.createElement('div');
    this.element.className = 'row';
    this.element.dataset.variable = variable.name;
    const id = `p${identities++}`, isFrozen = variable.causality === 'local';
    const shownName = group === '' ? variable.name : variable.name.slice(group.length + 1);
    const head = document.createElement('div'), label = document.createElement('label'), value = document.createElement('div');
    head.className = 'head';
    label.htmlFor = id;
    label.textContent = inWords(shownName).replaceAll('.', ' › ');
    label.title = `${variable.name}: ${variable.description}`;
    value.className = 'value';
    this.undo = document.createElement('button');
    this.undo.className = 'undo';
    this.undo.type = 'button';
    this.undo.textContent = '↺';
    this.undo.setAttribute('aria-label', `Start value of ${variable.name}`);
    this.undo.title = 'Start value';
    this.undo.onclick = () => this.set(variable.start);
    this.field = this.editor(id, isFrozen);
    value.append(this.undo, this.field);
    head.append(label, value);
    this.about = document.createElement('p');
    this.about.className = 'about';
    this.about.id = `${id}-about`;
    this.refusal = document.createElement('p');
    this.refusal.className = 'refusal';
    this.refusal.id = `${id}-refusal`;
    this.refusal.hidden = true;
    this.field.setAttribute('aria-describedby', `${this.about.id} ${this.refusal.id}`);
    this.element.append(head);
    if (variable.type === 'real') {
      this.unit = this.unitChoice(variable);
      value.append(this.unit);
      this.slider = this.sliderFor(variable, isFrozen);
      if (this.slider) this.element.append(this.slider);
    }
    this.element.append(this.about, this.refusal);
  }

  /** @param {string} id @param {boolean} isFrozen */
  editor(id, isFrozen) {
    const { items, type } = this.variable;
    if (items) {
      const select = document.createElement('select');
      select.className = 'choice';
      select.append(...items.map(({ name, description }, k) => Object.assign(document.createElement('option'), { value: String(k + 1), textContent: inWords(name), title: description })));
      select.onchange = () => this.set(Number(select.value));
      Object.assign(select, { id, disabled: isFrozen });
      return select;
    }
    const input = document.createElement('input');
    Object.assign(input, { id, type: 'number', step: type === 'integer' ? '1' : 'any', disabled: isFrozen, inputMode: 'decimal' });
    input.oninput = () => {
      const number = input.valueAsNumber;
      if (Number.isFinite(number)) this.set(type === 'real' ? number / shownUnit(this.variable)[1] : Math.trunc(number), true);
    };
    input.onblur = () => this.update();
    return input;
  }

  /** @param {import('./model.js').Variable} variable */
  unitChoice(variable) {
    const unit = variable.unit ?? '1', all = unitsFor(unit);
    if (all.length < 2) return Object.assign(document.createElement('span'), { className: 'unit', textContent: pretty(unit) });
    const select = document.createElement('select');
    select.setAttribute('aria-label', `Unit of ${variable.name}`);
    select.append(...all.map(([name]) => Object.assign(document.createElement('option'), { value: name, textContent: pretty(name) || '–' })));
    select.onchange = () => {
      chooseUnit(unit, select.value);
      this.owner.onUnits();
    };
    return select;
  }

  /** @param {import('./model.js').Variable} variable @param {boolean} isFrozen */
  sliderFor(variable, isFrozen) {
    if (variable.name.includes('[')) return null;
    const slider = document.createElement('input'), scale = sliderScale({ ...variable, start: this.owner.setup?.value(variable.name) ?? variable.start });
    Object.assign(slider, { type: 'range', min: '0', max: String(NOTCHES), step: '1', disabled: isFrozen });
    slider.setAttribute('aria-label', `Slider of ${variable.name}`);
    slider.oninput = () => this.set(scale.toValue(slider.valueAsNumber));
    this.scale = scale;
    return slider;
  }

  /** @param {number} value @param {boolean} [isTyped] */
  set(value, isTyped = false) {
    this.owner.setup?.set(this.variable.name, value);
    this.isTyped = isTyped;
    if (lastPart(this.variable.name) === 'law') this.owner.update();
    else this.update();
    this.isTyped = false;
    this.owner.onChange();
  }

  update() {
    const { variable, owner } = this, value = owner.setup?.value(variable.name) ?? variable.start;
    const isIgnored = owner.isIgnored(variable.name), isChanged = value !== variable.start;
    this.element.classList.toggle('changed', isChanged);
    this.element.classList.toggle('ignored', isIgnored);
    const isFound = owner.search === '' || `${inWords(variable.name)} ${variable.name} ${variable.description}`.toLowerCase().includes(owner.search);
    this.element.hidden = !isFound || (isIgnored && !owner.showsIgnored && !isChanged && owner.search === '');
    if (this.element.hidden) return;
    if (this.field instanceof HTMLSelectElement) {
      this.field.value = String(value);
      this.about.textContent = variable.items?.[value - 1]?.description ?? '';
      return;
    }
    const [name, factor] = variable.type === 'real' ? shownUnit(variable) : ['', 1];
    if (!this.isTyped) this.field.value = String(tidy(value * factor));
    if (this.unit instanceof HTMLSelectElement) this.unit.value = name;
    if (this.slider && this.scale) {
      this.slider.value = String(Math.round(this.scale.toPosition(value)));
      this.slider.setAttribute('aria-valuetext', `${tidy(value * factor)} ${pretty(name)}`);
    }
    this.about.textContent = owner.search === '' && !isIgnored ? '' : isIgnored ? 'this law does not use it' : variable.description;
  }

  /** @param {string} text */
  refuse(text) {
    this.element.classList.toggle('refused', text !== '');
    this.refusal.hidden = text === '';
    this.refusal.textContent = text;
    this.field.setAttribute('aria-invalid', String(text !== ''));
    const group = this.element.closest('details');
    if (text !== '' && group) group.open = true;
    if (text !== '') this.element.hidden = false;
  }
}
