// Runs over each other: other laws follow the sliders, kept runs stay.

import { make, option } from './dom.js';
import { inWords } from './model.js';
import { seriesColour } from './plots.js';

/**
 * @typedef {{ label: string, overrides: [string, number][], kept: import('./model.js').Setup | null,
 *   outcome: import('./outcome.js').Outcome | null }} Run  on the plots: as set, with other values, or kept
 */

/** As many as there are colours. */
const MOST_RUNS = 6;

/** The runs, the first of which is what is set. */
export class Comparison {
  /** @param {HTMLElement} element @param {import('./model.js').Law[]} laws @param {() => void} onChange */
  constructor(element, laws, onChange) {
    this.element = element;
    this.laws = laws;
    this.onChange = onChange;
    /** @type {Run[]} */
    this.runs = [];
    /** Name of the law that another takes the place of. @type {string | null} */
    this.law = null;
  }

  /** @param {import('./model.js').Setup} setup */
  begin(setup) {
    this.setup = setup;
    this.runs = [{ label: 'as set', overrides: [], kept: null, outcome: null }];
  }

  /** @param {Run} run */
  add(run) {
    if (this.runs.some(({ label }) => label === run.label)) return;
    this.runs = [...this.runs, run].slice(0, MOST_RUNS);
    this.show();
    this.onChange();
  }

  /** @param {[string, number][]} overrides  of which the first is a law */
  addLaw(overrides) {
    const [[name, number]] = overrides,
      item = this.setup?.byName.get(name)?.items?.[number - 1];
    // Where a train has several contacts the label says which has the other law.
    const place = name.split('.').slice(0, -2).join(' ');
    const label = `${inWords(item?.name ?? name)}${place && (this.setup?.contacts.length ?? 0) > 1 ? ` at ${inWords(place)}` : ''}`;
    this.add({ label, overrides, kept: null, outcome: null });
  }

  /** What is set stays on the plots as it is now. */
  keep() {
    if (!this.setup) return;
    const numbers = this.runs.filter(run => run.kept).map(run => Number(run.label.split(' ').at(-1)));
    this.addKept(this.setup.copy(), `kept ${Math.max(0, ...numbers) + 1}`);
  }

  /** @param {import('./model.js').Setup} kept @param {string} label */
  addKept(kept, label) {
    this.add({ label, overrides: [], kept, outcome: null });
  }

  show() {
    const keep = make('button', {
      type: 'button',
      className: 'keep',
      textContent: 'Keep this run',
      title: 'It stays on the plots while you change parameters',
    });
    keep.onclick = () => this.keep();
    this.element.replaceChildren(...this.runs.map((run, k) => this.chip(run, k)), ...this.choice(), keep);
  }

  /** @param {Run} run @param {number} k */
  chip(run, k) {
    const line = make('i');
    line.style.color = seriesColour(k);
    const chip = make('span', { className: `chip${k === 0 ? ' own' : ''}` }, [line, run.label]);
    if (k === 0) return chip;
    const remove = make('button', { type: 'button', textContent: '×', ariaLabel: `Remove ${run.label}` });
    remove.onclick = () => {
      this.runs = this.runs.filter(other => other !== run);
      this.show();
      this.onChange();
    };
    chip.append(remove);
    return chip;
  }

  /** The laws by what they do at rest. */
  choice() {
    const { law } = this,
      items = law ? (this.setup?.byName.get(law)?.items ?? []) : [];
    if (!law || items.length === 0) return [];
    const select = make('select', { ariaLabel: 'Compare with another law' }, [option('', 'Compare with a law…')]);
    items.forEach(({ name, description }, k) => {
      const family = this.laws[k]?.family ?? '';
      select.append(Object.assign(option(String(k + 1), `${inWords(name)} (${family})`), { title: description }));
    });
    select.onchange = () => select.value && this.addLaw([[law, Number(select.value)]]);
    return [select];
  }
}
