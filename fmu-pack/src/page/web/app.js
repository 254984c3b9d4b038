// The page: reads its parts, builds what is seen, and follows what is changed.

import { hasPart, part, partText } from './parts.js';
import { axisLabel, colour, Plot, seriesColour, valueAt } from './plots.js';
import { chooseUnit, chosenUnits, fitUnits, pretty, setUnits, short, shownUnit, unitsFor } from './units.js';
import { inWords, lastPart, Setup } from './model.js';
import { PICTURES } from './pictures.js';
import { Inputs } from './inputs.js';
import { Parameters } from './parameters.js';
import { Packer } from './packer.js';
import { Runner } from './runner.js';
import { selfTest } from './selftest.js';
import { fromCsv, fromHash, save, toCsv, toHash, toToml } from './takeaway.js';

/** After so many ms a run is told, and can be stopped. */
const LONG_RUN = 350;
/** Curves of one plot. */
const MOST_CURVES = 8;
/** Rows of the list of events. */
const MOST_EVENTS = 400;
/** Plots over the whole width: position and velocity. */
const WIDE_CHARTS = 2;
/** How plots lie on the page, but for those over time. @type {Record<string, string>} */
const CLASSES = { inputs: 'half', friction: 'half square', phase: 'half square' };
/** Of plots whose variable is not chosen. @type {Record<string, string>} */
const TITLES = { inputs: 'Inputs', friction: 'Friction against velocity', phase: 'Phase plane' };
/** The model that is there first, and its experiment. */
const FIRST_MODEL = 'ServoActuator';
const FIRST_EXPERIMENT = 'fig16';

/** @param {string} id @returns {any} */
const byId = id => document.getElementById(id);

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {any} [properties] @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(name, properties = {}, children = []) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** @typedef {{ label: string, overrides: [string, number][], kept: Setup | null, outcome: any }} Shown  a run on the plots */

class App {
  /** @param {any} catalogue @param {Runner} runner @param {any} packer */
  constructor(catalogue, runner, packer) {
    this.catalogue = catalogue;
    this.runner = runner;
    this.packer = packer;
    /** @type {import('./model.js').Model[]} */
    this.models = catalogue.models;
    this.parameters = new Parameters(byId('parameters'), () => this.schedule(), () => this.unitsChanged());
    this.parameters.setLaws(catalogue.laws);
    this.inputs = new Inputs(byId('inputs'), () => this.schedule());
    /** @type {Shown[]} */
    this.shown = [];
    /** @type {{ names: string[], columns: number[][] } | null} */
    this.recording = null;
    /** @type {{ kind: string, key: string, plot: Plot, select: HTMLSelectElement | null, readout: HTMLElement, element: HTMLElement }[]} */
    this.charts = [];
    this.isScheduled = false;
    this.listen();
  }

  /** @param {import('./model.js').Model} model */
  choose(model) {
    this.setup = new Setup(model);
    this.shown = [{ label: 'as set', overrides: [], kept: null, outcome: null }];
    this.recording = null;
    this.contact = this.setup.contacts[0] ?? null;
    // What is driven stands at the end of a train.
    this.body = this.setup.bodies[this.setup.bodies.length - 1] ?? null;
    this.showModel();
    this.buildCharts();
    this.refresh();
  }

  /** Everything that shows the setup. */
  refresh() {
    const { setup } = this;
    if (!setup) return;
    fitUnits(setup.parameters.map(variable => ({ ...variable, start: setup.value(variable.name) })));
    this.parameters.show(setup);
    this.inputs.show(setup);
    [byId('stop').value, byId('step').value] = [String(setup.stop), String(setup.step * 1e3)];
    byId('experiment').value = setup.experiment;
    this.showComparison();
    this.schedule();
  }

  showModel() {
    const { setup } = this;
    if (!setup) return;
    const { model } = setup;
    byId('model-title').textContent = titleOf(model);
    byId('model-about').textContent = model.description;
    byId('drawing').hidden = !model.picture;
    byId('drawing').innerHTML = model.picture ?? '';
    const experiments = model.experiments.length > 0 ? model.experiments : [];
    byId('experiment').replaceChildren(make('option', { value: '', textContent: 'inputs at their start values' }), ...experiments.map(({ name, title }) => make('option', { value: name, textContent: title })));
    for (const card of document.querySelectorAll('.model')) card.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (card).dataset.model === model.identifier));
    this.showTake();
  }

  showModels() {
    const card = (/** @type {import('./model.js').Model} */ model) => {
      const picture = make('span', { className: 'picture', innerHTML: model.picture ? withoutTexts(model.picture) : PICTURES[model.kind] ?? '' });
      const button = make('button', { type: 'button', className: 'model', title: model.description }, [picture, make('b', { textContent: titleOf(model) })]);
      button.dataset.model = model.identifier;
      button.onclick = () => this.choose(model);
      return button;
    };
    byId('models').replaceChildren(...this.models.map(card));
    for (const svg of document.querySelectorAll('.model svg:not([fill])')) crop(/** @type {SVGSVGElement} */ (svg));
  }

  // ---- Plots

  buildCharts() {
    const { setup } = this;
    if (!setup) return;
    for (const chart of this.charts) chart.plot.plot?.destroy();
    const several = setup.bodies.length > 1;
    const effort = this.contact ? lastPart(this.contact.effort) : null;
    // Of all that have such a variable, where there are several.
    const all = (/** @type {string} */ last) => (this.variablesOf(`*.${last}`).length > 1 ? `*.${last}` : setup.model.variables.find(({ name }) => lastPart(name) === last)?.name);
    const keys = several ? [all('position'), all('velocity'), effort ? all(effort) : null] : [setup.bodies[0]?.position, setup.bodies[0]?.velocity, this.contact?.effort];
    const time = keys.filter(key => key && this.variablesOf(key).length > 0).map(key => ({ kind: 'time', key: key ?? '' }));
    const wanted = [...time, { kind: 'inputs', key: '' }, ...(this.contact ? [{ kind: 'friction', key: '' }] : []), ...(this.body ? [{ kind: 'phase', key: '' }] : [])];
    this.charts = wanted.map(({ kind, key }, k) => this.chart(kind, key, k < WIDE_CHARTS));
    byId('charts').replaceChildren(...this.charts.map(chart => chart.element));
  }

  /** @param {string} kind @param {string} key @param {boolean} isWide */
  chart(kind, key, isWide) {
    const place = make('div', { className: 'plot' }), readout = make('div', { className: 'readout' });
    const select = this.choiceFor(kind, key);
    const title = make('h3', {}, [...(TITLES[kind] ? [TITLES[kind]] : []), ...(select ? [select] : [])]);
    const svg = make('button', { type: 'button', textContent: 'SVG', title: 'Save as a drawing' }), png = make('button', { type: 'button', textContent: 'PNG', title: 'Save as a picture' });
    const head = make('div', { className: 'card-head' }, [title, make('span', { className: 'saves' }, [svg, png])]);
    const element = make('section', { className: `card chart ${CLASSES[kind] ?? (isWide ? '' : 'half')}` }, [head, place, readout]);
    element.dataset.chart = kind;
    const plot = new Plot(place, { sharesTime: kind === 'time' || kind === 'inputs', onReadout: at => this.readOut(chart, at) });
    const chart = { kind, key, plot, select, readout, element };
    const name = () => `${this.setup?.model.identifier}_${kind === 'time' ? chart.key.replace('*.', '') : kind}`;
    svg.onclick = () => save(`${name()}.svg`, plot.svg(), 'image/svg+xml');
    png.onclick = async () => {
      const picture = await plot.png();
      if (picture) save(`${name()}.png`, picture, 'image/png');
    };
    if (select) {
      select.onchange = () => {
        if (kind === 'time') chart.key = select.value;
        if (kind === 'friction') this.contact = this.setup?.contacts[Number(select.value)] ?? null;
        if (kind === 'phase') this.body = this.setup?.bodies[Number(select.value)] ?? null;
        if (kind === 'friction') this.showComparison();
        this.schedule();
      };
    }
    return chart;
  }

  /** @param {string} kind @param {string} key */
  choiceFor(kind, key) {
    const { setup } = this;
    if (!setup || kind === 'inputs') return null;
    const option = (/** @type {string} */ value, /** @type {string} */ textContent) => make('option', { value, textContent });
    if (kind === 'friction' || kind === 'phase') {
      const all = kind === 'friction' ? setup.contacts : setup.bodies;
      if (all.length < 2) return null;
      const select = make('select', { ariaLabel: kind === 'friction' ? 'Contact' : 'Body' }, all.map(({ label }, k) => option(String(k), inWords(label))));
      select.value = String(all.indexOf(/** @type {any} */ (kind === 'friction' ? this.contact : this.body)));
      return select;
    }
    const read = setup.model.variables.filter(variable => variable.causality === 'output' || (variable.causality === 'local' && variable.variability !== 'constant'));
    const lasts = [...new Set(read.map(variable => lastPart(variable.name)))].filter(last => this.variablesOf(`*.${last}`).length > 1);
    const select = make('select', { ariaLabel: 'Variable of the plot' }, [
      ...lasts.map(last => option(`*.${last}`, `${inWords(last)} of all`)), ...read.map(({ name }) => option(name, inWords(name))),
    ]);
    select.value = key;
    return select;
  }

  /** A variable, or those of all elements with the same last part and unit. @param {string} key */
  variablesOf(key) {
    const { setup } = this;
    if (!setup) return [];
    if (!key.startsWith('*.')) return setup.byName.has(key) ? [setup.variable(key)] : [];
    const alike = setup.model.variables.filter(variable => variable.causality === 'output' && variable.name.includes('.') && lastPart(variable.name) === key.slice(2));
    return alike.filter(variable => variable.unit === alike[0].unit).slice(0, MOST_CURVES);
  }

  neededNames() {
    const time = this.charts.filter(chart => chart.kind === 'time').flatMap(chart => this.variablesOf(chart.key).map(variable => variable.name));
    const { contact, body } = this;
    return [...new Set([...time, ...(contact ? [contact.effort, contact.velocity, contact.regime] : []), ...(body ? [body.position, body.velocity] : [])])];
  }

  // ---- Runs

  schedule() {
    document.body.dataset.state = 'due';
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.run();
    });
  }

  async run() {
    const { setup } = this;
    if (!setup) return;
    const names = this.neededNames(), begin = performance.now(), shown = this.shown;
    const long = setTimeout(() => this.tellLongRun(), LONG_RUN);
    const due = shown.filter(run => !run.kept || !run.outcome || run.outcome.names.join() !== names.join());
    const outcomes = await this.runner.run(due.map(run => (run.kept ?? setup).job(names, run.overrides)));
    clearTimeout(long);
    if (!outcomes || setup !== this.setup || shown !== this.shown) return;
    this.tell(outcomes[0]);
    due.forEach((run, k) => {
      if (outcomes[k].time) run.outcome = this.byName(run.kept ?? setup, names, outcomes[k]);
      else if (k > 0) run.outcome = null;
    });
    this.draw();
    // uPlot paints once this function has come to its end.
    await null;
    document.body.dataset.elapsed = String(performance.now() - begin);
    document.body.dataset.computed = String(outcomes[0].elapsed ?? '');
    document.body.dataset.runs = String(Number(document.body.dataset.runs ?? 0) + 1);
    document.body.dataset.first ??= String(performance.now());
    if (!this.isScheduled && !this.runner.isBusy) document.body.dataset.state = 'shown';
  }

  /** Columns by name, in units of the interface. @param {Setup} setup @param {string[]} names @param {any} outcome */
  byName(setup, names, outcome) {
    const columns = new Map();
    let [reals, integers] = [0, 0];
    for (const name of names) columns.set(name, setup.variable(name).type === 'real' ? outcome.reals[reals++] : outcome.integers[integers++]);
    return { names, time: outcome.time, columns, events: outcome.events.map(eventOf), warnings: outcome.warnings };
  }

  /** @param {any} outcome */
  tell(outcome) {
    const messages = [];
    this.parameters.mark(outcome.refused ?? []);
    for (const { text } of outcome.refused ?? []) messages.push(make('div', { className: 'message refused', textContent: text }));
    if (outcome.trap) {
      const reset = make('button', { type: 'button', textContent: 'Reset to start values' });
      reset.onclick = () => byId('reset').click();
      messages.push(make('div', { className: 'message refused' }, [`A defect of the models stopped this run (${outcome.trap}). Please report it with the link of this page.`, reset]));
    }
    for (const text of [...(this.setup?.model.warnings ?? []), ...(outcome.warnings ?? [])].slice(0, 3)) messages.push(make('div', { className: 'message warns', textContent: text }));
    byId('notice').replaceChildren(...messages);
    byId('charts').style.opacity = outcome.time ? '' : '0.45';
  }

  tellLongRun() {
    const stop = make('button', { type: 'button', textContent: 'Stop' });
    stop.onclick = () => {
      this.runner.stop();
      byId('notice').replaceChildren(make('div', { className: 'message runs', textContent: 'Stopped. The plots show what was there before.' }));
    };
    byId('notice').replaceChildren(make('div', { className: 'message runs' }, ['Running…', stop]));
  }

  // ---- Drawing

  draw() {
    const { setup } = this;
    const [own] = this.shown;
    if (!setup || !own.outcome) return;
    const shaded = this.contact ? rests(own.outcome, this.contact.regime) : [];
    for (const chart of this.charts) {
      if (chart.kind === 'time') this.drawTime(chart, shaded);
      if (chart.kind === 'inputs') this.drawInputs(chart, setup);
      if (chart.kind === 'friction' && this.contact) this.drawAgainst(chart, this.contact.velocity, this.contact.effort, this.contact.regime);
      if (chart.kind === 'phase' && this.body) this.drawAgainst(chart, this.body.position, this.body.velocity, null);
      this.readOut(chart, null);
    }
    this.showEvents(own.outcome);
  }

  /** @param {App['charts'][0]} chart @param {[number, number][]} shaded */
  drawTime(chart, shaded) {
    const variables = this.variablesOf(chart.key), [first] = variables;
    if (!first) return;
    const [unit, factor] = shownUnit(first);
    const runs = this.shown.filter(run => run.outcome);
    const curves = runs.flatMap(({ label, outcome }, run) => variables.filter(({ name }) => outcome.columns.has(name)).map(({ name }, k) => ({
      label: variables.length > 1 ? `${inWords(name)}${run > 0 ? ` (${label})` : ''}` : label,
      colour: seriesColour(variables.length > 1 ? k : run), dash: variables.length > 1 && run > 0, x: outcome.time, y: scaled(outcome.columns.get(name), factor),
    })));
    for (const { name } of variables) {
      const place = this.recording?.names.indexOf(name) ?? -1;
      if (this.recording && place > 0) curves.push({ label: `${inWords(name)} (recorded)`, colour: colour('--faint'), dash: true, x: this.recording.columns[0], y: this.recording.columns[place].map(value => value * factor) });
    }
    chart.plot.show({ title: inWords(chart.key.replace('*.', '')), x: 'time, s', y: axisLabel(inWords(lastPart(first.name)), unit), curves, shaded });
  }

  /** @param {App['charts'][0]} chart @param {Setup} setup */
  drawInputs(chart, setup) {
    const driven = setup.inputs.filter(({ name }) => setup.signals.get(name)?.kind !== 'constant');
    const inputs = (driven.length > 0 ? driven : setup.inputs).slice(0, MOST_CURVES);
    chart.element.hidden = inputs.length === 0;
    // Of unlike quantities each has its own scale.
    const isAlike = new Set(inputs.map(input => input.unit)).size === 1;
    const curves = inputs.map((input, k) => {
      const points = setup.points(input.name), [unit, factor] = shownUnit(input), size = Math.max(...points.map(([, value]) => Math.abs(value))) || 1;
      const all = [[0, points[0][1]], ...points.filter(([time]) => time > 0 && time < setup.stop), [setup.stop, points[points.length - 1][1]]];
      const scale = isAlike ? factor : 1 / size;
      return { label: isAlike ? inWords(input.name) : `${inWords(input.name)} / ${short(size * factor)} ${pretty(unit)}`, colour: seriesColour(k), dash: false, x: all.map(([time]) => time), y: all.map(([, value]) => value * scale) };
    });
    const [unit] = inputs.length > 0 ? shownUnit(inputs[0]) : ['1'];
    chart.plot.show({ title: 'Inputs', x: 'time, s', y: isAlike ? axisLabel('input', unit) : 'share of the greatest', curves, shaded: [] });
  }

  /**
   * Between rows of unlike regimes nothing is drawn: there the state was never seen.
   * @param {App['charts'][0]} chart @param {string} x @param {string} y @param {string | null} regime
   */
  drawAgainst(chart, x, y, regime) {
    const { setup } = this;
    if (!setup) return;
    const [across, up] = [setup.variable(x), setup.variable(y)], [unitX, factorX] = shownUnit(across), [unitY, factorY] = shownUnit(up);
    const runs = this.shown.filter(run => run.outcome?.columns.has(x) && run.outcome.columns.has(y));
    const curves = runs.map(({ label, outcome }, k) => ({ label, colour: seriesColour(k), dash: false, x: scaled(outcome.columns.get(x), factorX), y: scaled(outcome.columns.get(y), factorY), pieces: regime ? pieces(outcome.columns.get(regime), outcome.columns.get(x)) : undefined }));
    const holds = chart.kind === 'friction' && this.contact ? levels(this.shown[0].outcome, this.contact) : null;
    chart.plot.show({
      title: TITLES[chart.kind], x: axisLabel(inWords(lastPart(x)), unitX), y: axisLabel(inWords(lastPart(y)), unitY), curves, shaded: [],
      holds: holds && /** @type {[number, number]} */ (holds.map(level => level * factorY)),
    });
  }

  /** @param {App['charts'][0]} chart @param {number | null} at */
  readOut(chart, at) {
    const { curves } = chart.plot.content, isOverTime = chart.kind === 'time' || chart.kind === 'inputs';
    const entry = (/** @type {import('./svg.js').Curve} */ curve) => {
      const name = make('b', { textContent: curve.label });
      name.style.color = curve.colour;
      return make('span', {}, at !== null && isOverTime ? [name, ` ${short(valueAt(curve, at))}`] : [name]);
    };
    const isPlain = curves.length === 1 && at === null;
    chart.readout.replaceChildren(...(at !== null && isOverTime ? [`${short(at)} s`] : []), ...(isPlain ? [] : curves.map(entry)));
  }

  /** @param {any} outcome */
  showEvents(outcome) {
    const { events } = outcome, several = (this.setup?.contacts.length ?? 0) > 1;
    const cell = (/** @type {string} */ textContent, className = '') => make('td', { textContent, className });
    const head = make('tr', {}, ['time, s', 'event', ...(several ? ['where'] : []), 'friction holds'].map((textContent, k) => make('th', { textContent, scope: 'col', className: k === 0 ? 'number' : '' })));
    const effort = this.contact && this.setup ? shownUnit(this.setup.variable(this.contact.effort)) : ['', 1];
    const rows = events.slice(0, MOST_EVENTS).map((/** @type {any} */ event) => make('tr', {}, [
      cell(event.time.toFixed(6), 'number'), cell(event.words), ...(several ? [cell(inWords(event.element))] : []),
      cell(event.holds ? `${short(-event.holds[1] * Number(effort[1]))} … ${short(event.holds[0] * Number(effort[1]))} ${pretty(String(effort[0]))}` : ''),
    ]));
    byId('events').replaceChildren(make('thead', {}, [head]), make('tbody', {}, rows));
    byId('events-count').textContent = events.length === 0 ? 'none' : events.length > MOST_EVENTS ? `the first ${MOST_EVENTS} of ${events.length}` : String(events.length);
  }

  // ---- Comparison

  showComparison() {
    const law = this.contact?.law, items = law ? this.setup?.byName.get(law)?.items ?? [] : [];
    const chips = this.shown.map((run, k) => {
      const line = make('i');
      const chip = make('span', { className: `chip${k === 0 ? ' own' : ''}` }, [line, run.label]);
      line.style.color = seriesColour(k);
      if (k > 0) {
        const remove = make('button', { type: 'button', textContent: '×', ariaLabel: `Remove ${run.label}` });
        remove.onclick = () => {
          this.shown = this.shown.filter(other => other !== run);
          this.showComparison();
          this.schedule();
        };
        chip.append(remove);
      }
      return chip;
    });
    const add = make('select', { ariaLabel: 'Compare with another law' }, [make('option', { value: '', textContent: 'Compare with a law…' }), ...items.map(({ name, description }, k) => make('option', { value: String(k + 1), textContent: `${inWords(name)} (${this.catalogue.laws[k]?.family ?? ''})`, title: description }))]);
    add.onchange = () => {
      if (law && add.value) this.add({ label: inWords(items[Number(add.value) - 1].name), overrides: [[law, Number(add.value)]], kept: null, outcome: null });
    };
    const keep = make('button', { type: 'button', className: 'keep', textContent: 'Keep this run', title: 'It stays on the plots while you change parameters' });
    keep.onclick = () => this.keep();
    byId('comparison').replaceChildren(...chips, ...(items.length > 0 ? [add] : []), keep);
  }

  /** @param {Shown} run */
  add(run) {
    this.shown = [...this.shown, run].slice(0, 6);
    this.showComparison();
    this.schedule();
  }

  keep() {
    const { setup } = this;
    if (!setup) return;
    const kept = new Setup(setup.model);
    [kept.values, kept.signals] = [new Map(setup.values), new Map(structuredClone([...setup.signals]))];
    [kept.stop, kept.step] = [setup.stop, setup.step];
    this.add({ label: `kept ${this.shown.filter(run => run.kept).length + 1}`, overrides: [], kept, outcome: null });
  }

  // ---- What goes in and out

  listen() {
    byId('experiment').onchange = () => {
      this.setup?.begin(this.setup.model.experiments.find(experiment => experiment.name === byId('experiment').value));
      if (this.setup && byId('experiment').value === '') this.setup.experiment = '';
      this.refresh();
    };
    byId('stop').oninput = () => this.setTimes();
    byId('step').oninput = () => this.setTimes();
    byId('reset').onclick = () => this.setup && this.choose(this.setup.model);
    byId('find').oninput = () => {
      this.parameters.search = byId('find').value.trim().toLowerCase();
      this.parameters.update();
    };
    byId('show-unused').onchange = () => {
      this.parameters.showsIgnored = byId('show-unused').checked;
      this.parameters.update();
    };
    byId('copy-link').onclick = () => this.copyLink();
    byId('about-button').onclick = () => byId('about').showModal();
    byId('self-test').onclick = () => this.testItself();
    byId('open-file').onclick = () => byId('file').click();
    byId('file').onchange = () => {
      for (const file of byId('file').files) this.open(file);
      byId('file').value = '';
    };
    addEventListener('dragover', event => {
      event.preventDefault();
      byId('drop').hidden = false;
    });
    addEventListener('dragleave', event => { if (!event.relatedTarget) byId('drop').hidden = true; });
    addEventListener('drop', event => {
      event.preventDefault();
      byId('drop').hidden = true;
      for (const file of event.dataTransfer?.files ?? []) this.open(file);
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.charts.forEach(chart => chart.plot.repaint());
      this.showComparison();
      this.draw();
    });
  }

  setTimes() {
    const { setup } = this, stop = byId('stop').valueAsNumber, step = byId('step').valueAsNumber / 1e3;
    if (!setup || !(stop > 0) || !(step > 0)) return;
    [setup.stop, setup.step] = [stop, Math.max(step, stop / 2e5)];
    this.schedule();
  }

  unitsChanged() {
    this.parameters.update();
    if (this.setup) this.inputs.show(this.setup);
    this.draw();
  }

  state() {
    const { setup } = this;
    if (!setup) return {};
    return {
      model: setup.model.identifier, configuration: this.models.includes(setup.model) ? undefined : setup.model.configuration,
      experiment: setup.experiment, values: Object.fromEntries(setup.values), signals: Object.fromEntries(setup.signals), stop: setup.stop, step: setup.step,
      units: chosenUnits(), laws: this.shown.filter(run => run.overrides.length > 0).map(run => run.overrides),
    };
  }

  /** @param {any} state */
  async restore(state) {
    for (const [unit, shown] of Object.entries(state.units ?? {})) chooseUnit(unit, /** @type {string} */ (shown));
    const known = this.models.find(model => model.identifier === state.model);
    const model = state.configuration ? await this.described(state.configuration, 'link.toml') : known;
    if (!model) throw new Error(`there is no model ${state.model}`);
    this.choose(model);
    const { setup } = this;
    if (!setup) return;
    [setup.experiment, setup.stop, setup.step] = [state.experiment ?? '', state.stop ?? setup.stop, state.step ?? setup.step];
    setup.values.clear();
    for (const [name, value] of Object.entries(state.values ?? {})) setup.set(name, /** @type {number} */ (value));
    for (const [name, signal] of Object.entries(state.signals ?? {})) if (setup.byName.has(name)) setup.signals.set(name, /** @type {any} */ (signal));
    for (const overrides of state.laws ?? []) {
      const [[law, number]] = overrides;
      this.shown.push({ label: inWords(setup.byName.get(law)?.items?.[number - 1]?.name ?? law), overrides, kept: null, outcome: null });
    }
    this.refresh();
  }

  async copyLink() {
    history.replaceState(null, '', await toHash(this.state()));
    const button = byId('copy-link');
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = 'Copied';
    } catch {
      // A browser may refuse; the address bar has it.
      button.textContent = 'In the address bar';
    }
    setTimeout(() => { button.textContent = 'Copy link'; }, 1800);
  }

  async testItself() {
    const list = byId('self-test-results');
    list.replaceChildren();
    byId('self-test-dialog').showModal();
    const model = this.models.find(model => model.identifier === FIRST_MODEL);
    if (!model) return;
    const tell = (/** @type {any} */ { title, isSame, hash }) => list.append(make('div', {}, [make('span', { className: isSame ? 'same' : 'differs', textContent: isSame ? '✓ same bits' : '✗ differs' }), ` ${title} `, make('code', { className: 'faint', textContent: hash })]));
    const isSame = await selfTest(new Setup(model), this.catalogue.recorded, this.runner, tell);
    list.append(make('p', { className: isSame ? 'same' : 'differs', textContent: isSame ? 'All trajectories have the bits of the native library.' : 'Not the bits of the native library: this is a defect of the page or of the browser.' }));
    document.body.dataset.selfTest = isSame ? 'same' : 'differs';
  }

  /** @param {File} file */
  async open(file) {
    byId('notice').replaceChildren(make('div', { className: 'message runs', textContent: `Reading ${file.name}…` }));
    try {
      const text = await file.text();
      if (/\.toml$/i.test(file.name)) this.choose(await this.described(text, file.name));
      else this.takeTable(text, file.name);
    } catch (error) {
      byId('notice').replaceChildren(make('div', { className: 'message refused', textContent: `${file.name}: ${error instanceof Error ? error.message : error}`.replace(`${file.name}: ${file.name}`, file.name) }));
    }
    document.body.dataset.files = String(Number(document.body.dataset.files ?? 0) + 1);
  }

  /** @param {string} text @param {string} name @returns {Promise<import('./model.js').Model>} */
  async described(text, name) {
    if (!this.packer) throw new Error('this page was made without the packer (--without-packer), and reads no configurations');
    const model = await this.packer.describe(text, name);
    return { ...model, experiments: [] };
  }

  /** Columns named like inputs drive, those named like other variables are drawn beside. @param {string} text @param {string} name */
  takeTable(text, name) {
    const { setup } = this;
    if (!setup) return;
    const { names, units, columns } = fromCsv(text), shown = ['time'], drawn = [columns[0]];
    for (let k = 1; k < names.length; k++) {
      const variable = setup.byName.get(names[k]);
      if (!variable) throw new Error(`${setup.model.identifier} has no variable ${names[k]}`);
      const factor = factorOf(variable, units[k]);
      const values = columns[k].map(value => value / factor);
      if (variable.causality === 'input') setup.signals.set(variable.name, { kind: 'points', points: values.map((value, row) => [columns[0][row], value]) });
      else [shown[shown.length], drawn[drawn.length]] = [variable.name, values];
    }
    if (shown.length > 1) this.recording = { names: shown, columns: drawn };
    setup.experiment = '';
    setup.stop = Math.max(...columns[0]) || setup.stop;
    byId('notice').replaceChildren();
    this.refresh();
    byId('experiment').value = '';
    document.body.dataset.table = name;
  }

  showTake() {
    const { setup } = this;
    if (!setup) return;
    const line = (/** @type {string} */ title, /** @type {string} */ about, /** @type {HTMLElement[]} */ ...buttons) =>
      make('div', { className: 'line' }, [make('p', {}, [make('b', { textContent: title }), about]), make('span', { className: 'buttons' }, buttons)]);
    const button = (/** @type {string} */ id, /** @type {string} */ textContent, /** @type {() => void} */ onclick, className = '') => make('button', { type: 'button', id, textContent, onclick, className });
    const identifier = setup.model.configuration !== null ? setup.model.identifier : `My${setup.model.identifier}`;
    const fmu = (/** @type {2 | 3} */ version) => () => this.saveFmu(identifier, version);
    const inside = this.makesFmus ? `with the libraries for ${this.packer.platforms.join(', ')}` : 'fmu-pack build --config makes it of the configuration below';
    byId('take').replaceChildren(
      line('FMU', inside, button('save-fmu2', 'FMI 2.0', fmu(2), 'primary'), button('save-fmu3', 'FMI 3.0', fmu(3), 'primary')),
      line('Configuration', 'for fmu-pack build --config', button('save-toml', '.toml', () => save(`${identifier}.toml`, toToml(setup, identifier), 'application/toml'))),
      line('Results', 'all outputs of this run, in units of the interface', button('save-csv', '.csv', () => this.saveCsv())),
    );
    for (const id of ['save-fmu2', 'save-fmu3']) byId(id).hidden = !this.makesFmus;
  }

  get makesFmus() {
    return this.packer && this.packer.platforms.length > 0;
  }

  async saveCsv() {
    const { setup } = this;
    if (!setup) return;
    const outputs = setup.model.variables.filter(variable => variable.causality === 'output' || variable.causality === 'input').map(variable => variable.name);
    const [outcome] = (await this.runner.run([setup.job(outputs)])) ?? [];
    if (!outcome?.time) return;
    const { time, columns } = this.byName(setup, outputs, outcome);
    save(`${setup.model.identifier}.csv`, toCsv(outputs, [time, ...outputs.map(name => columns.get(name))]), 'text/csv');
    document.body.dataset.saved = 'csv';
  }

  /** @param {string} identifier @param {2 | 3} version */
  async saveFmu(identifier, version) {
    const { setup } = this;
    if (!setup) return;
    const buttons = ['save-fmu2', 'save-fmu3'].map(byId);
    buttons.forEach(button => { button.disabled = true; });
    try {
      const fmu = await this.packer.build(toToml(setup, identifier), identifier, version);
      save(`${identifier}.fmu`, fmu, 'application/octet-stream');
      document.body.dataset.saved = 'fmu';
    } catch (error) {
      byId('notice').replaceChildren(make('div', { className: 'message refused', textContent: error instanceof Error ? error.message : String(error) }));
    }
    buttons.forEach(button => { button.disabled = false; });
  }
}

/** @param {import('./model.js').Model} model */
function titleOf({ title, kind, identifier }) {
  const titles = /** @type {Record<string, string>} */ ({ MotionTransmission: 'Transmission', ServoActuator: 'Position servo', HydraulicActuator: 'Hydraulic actuator' });
  return title === identifier ? titles[identifier] ?? inWords(identifier) : title || kind;
}

/** A drawing without its texts. @param {string} svg */
const withoutTexts = svg => svg.replace(/<text[\s\S]*?<\/text>/g, '').replace(/(<svg[^>]*?) width="[^"]*" height="[^"]*"/, '$1 preserveAspectRatio="xMidYMid meet"');

/** As large as what is drawn, without the paper. @param {SVGSVGElement} svg */
function crop(svg) {
  svg.querySelector('[fill="#FFFFFF"]')?.remove();
  const { x, y, width, height } = svg.getBBox();
  svg.setAttribute('viewBox', [x, y, width, height].map(Math.round).join(' '));
}

/** @param {ArrayLike<number>} column @param {number} factor */
const scaled = (column, factor) => (factor === 1 ? column : Float64Array.from(column, value => value * factor));

/** Times at rest. @param {any} outcome @param {string} regime @returns {[number, number][]} */
function rests({ time, columns }, regime) {
  const values = columns.get(regime), found = /** @type {[number, number][]} */ ([]);
  if (!values) return found;
  for (let row = 0; row < time.length; row++) {
    if (values[row] !== 0) continue;
    const from = time[row];
    while (row + 1 < time.length && values[row + 1] === 0) row++;
    if (time[row] > from) found.push([from, time[row]]);
  }
  return found;
}

/** Sticking begins and ends between two rows; what creeps has one curve. @param {ArrayLike<number>} regime @param {ArrayLike<number>} velocity */
function pieces(regime, velocity) {
  for (let row = 0; row < regime.length; row++) if (regime[row] === 0 && velocity[row] !== 0) return undefined;
  return regime;
}

/** What friction holds at the last event of a contact. @param {any} outcome @param {import('./model.js').Contact} contact */
function levels({ events }, { label }) {
  const own = events.filter((/** @type {any} */ event) => event.holds && (event.element === label || (label === '' && event.element === 'body')));
  const last = own[own.length - 1];
  return last ? [-last.holds[1], last.holds[0]] : null;
}

/** @param {string} text */
function eventOf(text) {
  const facts = Object.fromEntries(text.split(' ').map(pair => pair.split('=')));
  const side = Number(facts.direction ?? facts.side ?? 0), way = facts.side ? ['lower', '', 'upper'][side + 1] : ['backward', '', 'forward'][side + 1];
  const holds = facts.forward_limit !== undefined ? [Number(facts.forward_limit), Number(facts.backward_limit)] : null;
  return { time: Number(facts.time), words: `${inWords(facts.event)} ${way}`.trim(), element: facts.element, holds: holds?.every(Number.isFinite) ? holds : null };
}

/** @param {import('./model.js').Variable} variable @param {string | null} unit */
function factorOf(variable, unit) {
  if (unit === null || unit === variable.unit || variable.type !== 'real') return 1;
  const all = unitsFor(variable.unit ?? '1'), known = all.find(([name]) => name === unit);
  if (!known) throw new Error(`${variable.name} is not measured in ${unit}; known are ${all.map(([name]) => name).join(', ')}`);
  return known[1];
}

async function begin() {
  const [text, worker, bytes] = await Promise.all([partText('catalogue.json'), partText('worker.js'), part('models.wasm')]);
  const catalogue = JSON.parse(text);
  setUnits(catalogue.units);
  const runner = new Runner(worker, await WebAssembly.compile(bytes));
  const packer = hasPart('packer.wasm') ? new Packer(JSON.parse(await partText('libraries.json'))) : null;
  const app = new App(catalogue, runner, packer);
  app.showModels();
  const state = await fromHash(location.hash).catch(() => null);
  if (state) {
    await app.restore(state).catch(() => app.choose(app.models[0]));
    return;
  }
  const first = app.models.find(model => model.identifier === FIRST_MODEL) ?? app.models[0];
  app.choose(first);
  app.setup?.begin(first.experiments.find(experiment => experiment.name === FIRST_EXPERIMENT));
  app.refresh();
}

begin().catch(error => {
  byId('notice').replaceChildren(make('div', { className: 'message refused', textContent: `This browser cannot run the bench: ${error.message}` }));
});
