// The page: reads its parts, builds what is seen, and follows what is changed.

import { Charts } from './charts.js';
import { Comparison } from './comparison.js';
import { byId, option } from './dom.js';
import { showEvents } from './eventlist.js';
import { takeTable } from './files.js';
import { markChosen, showDrawing } from './gallery.js';
import { Inputs } from './inputs.js';
import { Setup } from './model.js';
import * as notice from './notice.js';
import { outcomeOf } from './outcome.js';
import { Parameters } from './parameters.js';
import { showSelfTest } from './selftest.js';
import { restored, stateOf } from './state.js';
import { Take } from './take.js';
import { toHash } from './takeaway.js';
import { fitUnits } from './units.js';

/** After so many ms a run is told, and can be stopped. */
const LONG_RUN = 350;
/** After so many ms without a change a slider rests. */
const RESTS = 120;
/** A run has no more rows than this. */
const MOST_ROWS = 2e5;
/** So long a button says what it has done, in ms. */
const SAID = 1800;

export class App {
  /** @param {any} catalogue @param {import('./runner.js').Runner} runner @param {import('./packer.js').Packer} packer */
  constructor(catalogue, runner, packer) {
    this.catalogue = catalogue;
    this.runner = runner;
    this.packer = packer;
    /** @type {import('./model.js').Model[]} */
    this.models = catalogue.models;
    const schedule = () => this.schedule();
    this.parameters = new Parameters(byId('parameters'), schedule, () => this.unitsChanged());
    this.parameters.setLaws(catalogue.laws);
    this.inputs = new Inputs(byId('inputs'), schedule);
    this.comparison = new Comparison(byId('comparison'), catalogue.laws, schedule);
    this.charts = new Charts(byId('charts'), () => this.chartsChanged());
    this.take = new Take(byId('take'), runner, packer);
    /** @type {import('./files.js').Recording | null} */
    this.recording = null;
    this.isScheduled = false;
    /** What waits to be listed. */
    this.listing = 0;
    /** The next results decide on units too. */
    this.fitsUnits = false;
    this.listen();
  }

  /** @param {import('./model.js').Model} model @param {string} [experiment]  its first without it */
  choose(model, experiment) {
    this.setup = new Setup(model);
    if (experiment) this.setup.begin(model.experiments.find(({ name }) => name === experiment));
    this.recording = null;
    this.charts.build(this.setup);
    this.comparison.begin(this.setup);
    this.comparison.law = this.charts.contact?.law ?? null;
    clearTimeout(this.listing);
    showEvents([], this.setup, this.charts.contact);
    this.showModel(this.setup);
    this.refresh();
  }

  /** Everything that shows the setup. */
  refresh() {
    const { setup } = this;
    if (!setup) return;
    this.fitsUnits = true;
    this.fit(setup);
    this.parameters.show(setup);
    this.inputs.show(setup);
    [byId('stop').value, byId('step').value] = [String(setup.stop), String(setup.step * 1e3)];
    byId('experiment').value = setup.experiment;
    this.comparison.show();
    this.schedule();
  }

  /**
   * Units for what is in use: parameters, inputs, and results where there are some.
   * @param {Setup} setup @param {import('./outcome.js').Outcome | null} [outcome]
   */
  fit(setup, outcome = null) {
    const used = setup.parameters.filter(({ name }) => !this.parameters.isIgnored(name, setup));
    const sizeOf = (/** @type {ArrayLike<number>} */ values) =>
      Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return fitUnits([
      ...used.map(variable => ({ ...variable, size: Math.abs(setup.value(variable.name)) })),
      ...setup.inputs.map(input => ({ ...input, size: sizeOf(setup.points(input.name).map(([, value]) => value)) })),
      ...[...(outcome?.columns ?? [])].map(([name, values]) => ({ ...setup.variable(name), size: sizeOf(values) })),
    ]);
  }

  /** @param {Setup} setup */
  showModel({ model }) {
    byId('model-title').textContent = model.title;
    byId('model-about').textContent = model.description;
    showDrawing(byId('drawing'), model);
    const experiments = model.experiments.map(({ name, title }) => option(name, title));
    byId('experiment').replaceChildren(...experiments, option('', 'own inputs'));
    markChosen(byId('models'), model.identifier);
    if (this.setup) this.take.show(this.setup);
  }

  // ---- Runs

  /** Before the next frame, however often it is asked for. */
  schedule() {
    document.body.dataset.state = 'due';
    notice.forgetErrors();
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.run();
    });
  }

  async run() {
    const { setup, comparison } = this,
      { runs } = comparison;
    if (!setup) return;
    const names = this.charts.neededNames(),
      begin = performance.now();
    const long = setTimeout(() => notice.tellLongRun(() => this.runner.stop()), LONG_RUN);
    const due = runs.filter(run => !run.kept || run.outcome?.names.join() !== names.join());
    const outcomes = await this.runner.run(due.map(run => (run.kept ?? setup).job(names, run.overrides)));
    clearTimeout(long);
    if (!outcomes || setup !== this.setup || runs !== comparison.runs) return;
    this.tell(outcomes[0]);
    due.forEach((run, k) => {
      if (outcomes[k]?.time) run.outcome = outcomeOf(run.kept ?? setup, names, outcomes[k]);
      else if (k > 0) run.outcome = null;
    });
    if (this.fitsUnits && runs[0].outcome && this.fit(setup, runs[0].outcome)) this.showUnits(setup);
    this.fitsUnits = false;
    this.draw();
    // uPlot paints once this function has come to its end.
    await null;
    this.mark(begin, outcomes[0].elapsed ?? NaN);
  }

  /** What tests wait for, and figures. @param {number} begin @param {number} computed  ms */
  mark(begin, computed) {
    const { dataset } = document.body;
    Object.assign(dataset, { elapsed: performance.now() - begin, computed, first: dataset.first ?? performance.now() });
    if (!this.isScheduled && !this.runner.isBusy) dataset.state = 'shown';
  }

  /** @param {any} outcome */
  tell(outcome) {
    this.parameters.mark(outcome.refused ?? []);
    notice.tellOutcome(outcome, [...(this.setup?.model.warnings ?? []), ...(this.setup?.notes ?? [])], () =>
      byId('reset').click(),
    );
    byId('charts').classList.toggle('stale', !outcome.time);
  }

  draw() {
    const { setup, comparison, charts } = this,
      own = comparison.runs[0]?.outcome;
    if (!setup || !own) return;
    charts.draw(comparison.runs, this.recording);
    // A list that nobody can read while a slider moves waits until it rests.
    const { contact } = charts;
    clearTimeout(this.listing);
    this.listing = setTimeout(() => showEvents(own.events, setup, contact), RESTS);
  }

  chartsChanged() {
    this.comparison.law = this.charts.contact?.law ?? null;
    this.comparison.show();
    this.schedule();
  }

  unitsChanged() {
    if (this.setup) this.showUnits(this.setup);
    this.draw();
  }

  /** @param {Setup} setup */
  showUnits(setup) {
    this.parameters.update();
    this.inputs.show(setup);
  }

  // ---- What goes in and out

  listen() {
    byId('experiment').onchange = () => this.begin(byId('experiment').value);
    byId('stop').oninput = () => this.setTimes();
    byId('step').oninput = () => this.setTimes();
    byId('reset').onclick = () => this.setup && this.choose(this.setup.model);
    byId('find').oninput = () => this.parameters.find(byId('find').value);
    byId('show-unused').onchange = () => this.parameters.showIgnored(byId('show-unused').checked);
    byId('copy-link').onclick = () => this.copyLink();
    byId('about-button').onclick = () => byId('about').showModal();
    byId('self-test').onclick = () => this.testItself();
    byId('open-file').onclick = () => byId('file').click();
    byId('file').onchange = async () => {
      await this.openAll([...byId('file').files]);
      byId('file').value = '';
    };
    const drop = byId('drop');
    addEventListener('dragover', event => {
      event.preventDefault();
      drop.hidden = false;
    });
    addEventListener('dragleave', event => {
      if (!event.relatedTarget) drop.hidden = true;
    });
    addEventListener('drop', event => {
      event.preventDefault();
      drop.hidden = true;
      this.openAll([...(event.dataTransfer?.files ?? [])]);
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.charts.repaint();
      this.comparison.show();
      this.draw();
    });
  }

  /** @param {string} name  of an experiment; none leaves parameters and takes inputs at their start values */
  begin(name) {
    const { setup } = this;
    if (!setup) return;
    setup.begin(setup.model.experiments.find(experiment => experiment.name === name));
    this.refresh();
  }

  setTimes() {
    const { setup } = this,
      stop = byId('stop').valueAsNumber,
      step = byId('step').valueAsNumber / 1e3;
    if (!setup || !(stop > 0) || !(step > 0)) return;
    [setup.stop, setup.step] = [stop, Math.max(step, stop / MOST_ROWS)];
    this.schedule();
  }

  /** @param {any} state  of a link */
  async restore(state) {
    const known = this.models.find(model => model.identifier === state.model);
    const model = state.configuration ? await this.described(state.configuration, 'link.toml') : known;
    if (!model) throw new Error(`the link names a model that this page does not have: ${state.model}`);
    this.choose(model);
    if (this.setup) restored(this, this.setup, state);
    this.refresh();
  }

  async copyLink() {
    if (!this.setup) return;
    history.replaceState(null, '', await toHash(stateOf(this, this.setup)));
    const button = byId('copy-link');
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = 'Copied';
    } catch {
      // A browser may refuse; the address bar has it.
      button.textContent = 'In the address bar';
    }
    setTimeout(() => Object.assign(button, { textContent: 'Copy link' }), SAID);
  }

  async testItself() {
    const model = this.models.find(model => model.identifier === this.catalogue.recorded.model);
    if (model) await showSelfTest(new Setup(model), this.catalogue.recorded, this.runner);
    // A run that waited was replaced by those of the test.
    this.schedule();
  }

  /** One after the other: a table is of the model of the configuration that is dropped with it. @param {File[]} files */
  async openAll(files) {
    const isTable = (/** @type {File} */ { name }) => Number(!/\.toml$/i.test(name));
    const errors = [];
    for (const file of files.sort((a, b) => isTable(a) - isTable(b))) errors.push(...(await this.open(file)));
    notice.tellErrors(errors);
    document.body.dataset.files = String(Number(document.body.dataset.files ?? 0) + files.length);
  }

  /** Says why a file is refused. @param {File} file @returns {Promise<string[]>} */
  async open(file) {
    notice.tellProgress(`Reading ${file.name}…`);
    try {
      const text = await file.text();
      if (/\.toml$/i.test(file.name)) this.choose(await this.described(text, file.name));
      else this.takeTable(text, file.name);
      return [];
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      // What the library says of a configuration names it already.
      return [told.startsWith(file.name) ? told : `${file.name}: ${told}`];
    }
  }

  /** @param {string} text @param {string} name @returns {Promise<import('./model.js').Model>} */
  async described(text, name) {
    return { ...(await this.packer.describe(text, name)), experiments: [] };
  }

  /** @param {string} text @param {string} name */
  takeTable(text, name) {
    const { setup } = this;
    if (!setup) return;
    const { recording, unknown } = takeTable(setup, text);
    this.recording = recording ?? this.recording;
    setup.notes =
      unknown.length > 0 ? [`${name}: ${setup.model.identifier} has no variable ${unknown.join(', ')}; left out`] : [];
    this.refresh();
  }
}
