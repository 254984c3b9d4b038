// The parameters in groups: from the declaration come names, units, ranges, choices and what each law uses.

import { inWords } from './model.js';
import { Row } from './row.js';

/** Groups are opened that a reader changes first. */
const OPEN = /^friction$/;

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
    const details = document.createElement('details'),
      summary = document.createElement('summary'),
      rows = document.createElement('div');
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

  /** @param {string} words */
  find(words) {
    this.search = words.trim().toLowerCase();
    this.update();
  }

  /** @param {boolean} shows  also what the law does not use */
  showIgnored(shows) {
    this.showsIgnored = shows;
    this.update();
  }

  update() {
    for (const row of this.rows.values()) row.update();
    for (const group of /** @type {NodeListOf<HTMLDetailsElement>} */ (
      this.element.querySelectorAll('details.group')
    )) {
      const rows = [...group.querySelectorAll('.row')],
        shown = rows.filter(row => !(/** @type {HTMLElement} */ (row).hidden));
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
      const named = [...this.rows.values()].filter(row =>
        reference !== null ? row.variable.reference === reference : names(text, row.variable.name),
      );
      const longest = named.sort((a, b) => b.variable.name.length - a.variable.name.length);
      for (const row of reference !== null ? named : longest) row.refuse(text);
    }
  }

  /** Whether the law at that place leaves a parameter out. @param {string} name @param {import('./model.js').Setup} [setup] */
  isIgnored(name, setup = this.setup) {
    const at = name.indexOf('friction.');
    if (at < 0 || !setup) return false;
    const lawName = `${name.slice(0, at)}friction.law`,
      own = name.slice(at + 'friction.'.length);
    if (!setup.byName.has(lawName) || own.startsWith('law')) return false;
    const law = this.laws[setup.value(lawName) - 1];
    if (!law) return false;
    const dependence = `${name.slice(0, at)}friction.load_dependence`,
      isLoaded = law.dependsOnLoad || (setup.byName.has(dependence) && setup.value(dependence) === 1);
    if (own.startsWith('efficiency_')) return !isLoaded;
    const isOf = (/** @type {string} */ use) => own === use || own.startsWith(`${use}_`) || own.startsWith(`${use}.`);
    return [...this.uses].some(isOf) && !law.uses.some(isOf);
  }
}

/** @param {string} text @param {string} name */
const names = (text, name) =>
  new RegExp(`(^|[^\\w.])${name.replace(/[.[\]]/g, '\\$&')}($|[^\\w.\\[]|\\.(?!\\w))`).test(text);

/** Groups in this order; others before the last one. */
const ORDER = ['friction', '', 'travel', 'controller', 'servovalve', 'motor', '*', 'solver'];
/** @param {string} group */
const rank = group => ORDER.indexOf(ORDER.includes(group) ? group : '*');
