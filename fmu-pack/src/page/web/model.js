// What the reader has chosen, and the job that follows from it.

import { fromBase64 } from './parts.js';
import { breakPoints } from './signals.js';

/**
 * @typedef {object} Variable
 * @property {string} name
 * @property {string} description
 * @property {'parameter' | 'calculatedParameter' | 'input' | 'output' | 'local'} causality
 * @property {string} variability
 * @property {number} reference
 * @property {'real' | 'integer' | 'enumeration'} type
 * @property {string} [unit]
 * @property {string | null} [display]
 * @property {number} start
 * @property {number | null} [min]
 * @property {number | null} [max]
 * @property {boolean} [isMinExcluded]
 * @property {number | null} [nominal]
 * @property {string | null} [numberOf]
 * @property {{ name: string, description: string }[]} [items]
 * @property {string} [derivativeOf]
 *
 * @typedef {{ name: string, title: string, stopTime: number, stepSize?: number, inputs: Record<string, import('./signals.js').Signal>,
 *   parameters: Record<string, number> }} Experiment
 *
 * @typedef {object} Model
 * @property {string} identifier
 * @property {string} title
 * @property {string} kind
 * @property {string} description
 * @property {string} guid
 * @property {string | null} block
 * @property {string | null} configuration
 * @property {string | null} picture
 * @property {{ stopTime: number, stepSize: number }} experiment
 * @property {Experiment[]} experiments
 * @property {Variable[]} variables
 * @property {string[]} [warnings]
 *
 * @typedef {{ name: string, description: string, family: string, dependsOnLoad: boolean, rest: string, uses: string[] }} Law
 *
 * @typedef {{ label: string, prefix: string, effort: string, velocity: string, regime: string, law: string | null }} Contact
 * @typedef {{ label: string, position: string, velocity: string }} Body
 */

/** A run has about so many rows: more than a plot has pixels. */
const ROWS = 2000;

/** The last part of a dotted name. @param {string} name */
export const lastPart = name => name.slice(name.lastIndexOf('.') + 1);
/** What stands before it, with its dot. @param {string} name */
export const firstParts = name => name.slice(0, name.lastIndexOf('.') + 1);
/** @param {string} name */
export const inWords = name => name.replaceAll('_', ' ');

/** One model with its values and signals. */
export class Setup {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.byName = new Map(model.variables.map(variable => [variable.name, variable]));
    this.byReference = new Map(model.variables.map(variable => [variable.reference, variable]));
    this.inputs = model.variables.filter(variable => variable.causality === 'input');
    this.parameters = model.variables.filter(variable => isParameter(variable) && !variable.numberOf);
    this.contacts = contactsOf(this.byName);
    this.bodies = bodiesOf(model);
    this.block = model.block ? fromBase64(model.block) : null;
    /** Values that differ from the start values, in units of the interface. @type {Map<string, number>} */
    this.values = new Map();
    /** @type {Map<string, import('./signals.js').Signal>} */
    this.signals = new Map();
    this.experiment = '';
    this.stop = model.experiment.stopTime;
    this.step = model.experiment.stepSize;
    /** What is to be known of what was dropped. @type {string[]} */
    this.notes = [];
    this.begin(model.experiments[0]);
  }

  /** The same, which does not follow what is changed. */
  copy() {
    const copy = new Setup(this.model);
    copy.values = new Map(this.values);
    copy.signals = new Map(structuredClone([...this.signals]));
    [copy.experiment, copy.stop, copy.step] = [this.experiment, this.stop, this.step];
    return copy;
  }

  /** @param {Experiment | undefined} experiment  none: parameters stay, inputs are as at the start */
  begin(experiment) {
    this.signals.clear();
    for (const input of this.inputs) this.signals.set(input.name, { kind: 'constant', value: input.start });
    this.experiment = experiment?.name ?? '';
    if (!experiment) return;
    this.values.clear();
    this.stop = experiment.stopTime;
    this.step = experiment.stepSize ?? Math.max(this.model.experiment.stepSize, this.stop / ROWS);
    for (const [name, value] of Object.entries(experiment.parameters)) this.set(name, value);
    for (const [name, signal] of Object.entries(experiment.inputs)) this.signals.set(name, structuredClone(signal));
  }

  /** @param {string} name */
  value(name) {
    return this.values.get(name) ?? this.byName.get(name)?.start ?? NaN;
  }

  /** @param {string} name @param {number} value */
  set(name, value) {
    const variable = this.byName.get(name);
    if (!variable) return;
    if (variable.start === value) this.values.delete(name);
    else this.values.set(name, value);
  }

  /** @param {string} name */
  variable(name) {
    const variable = this.byName.get(name);
    if (!variable) throw new Error(`${this.model.identifier} has no variable ${name}`);
    return variable;
  }

  /**
   * @param {string[]} kept  names of what is recorded
   * @param {[string, number][]} overrides
   * @returns {import('./simulation.js').Job}
   */
  job(kept, overrides = []) {
    const values = [...new Map([...this.values, ...overrides])];
    const pairs = (/** @type {boolean} */ real) =>
      values
        .map(([name, value]) => /** @type {const} */ ([this.variable(name), value]))
        .filter(([variable]) => (variable.type === 'real') === real)
        .map(([variable, value]) => /** @type {[number, number]} */ ([variable.reference, value]));
    const outputs = (/** @type {boolean} */ real) =>
      kept
        .map(name => this.variable(name))
        .filter(variable => (variable.type === 'real') === real)
        .map(variable => variable.reference);
    return {
      name: this.model.identifier,
      guid: this.model.guid,
      block: this.block,
      reals: pairs(true),
      integers: pairs(false),
      inputs: this.inputs.map(({ name, reference }) => ({ reference, points: this.points(name) })),
      stop: this.stop,
      step: this.step,
      realOutputs: outputs(true),
      integerOutputs: outputs(false),
      events: true,
    };
  }

  /** @param {string} name */
  points(name) {
    return breakPoints(this.signals.get(name) ?? { kind: 'constant', value: 0 }, this.stop);
  }
}

/** It has a start value that can be set, or could be if it were not frozen. @param {Variable} variable */
export const isParameter = variable =>
  variable.causality === 'parameter' || (variable.causality === 'local' && variable.variability === 'constant');

/**
 * Where friction is.
 * @param {Map<string, Variable>} byName
 * @returns {Contact[]}
 */
function contactsOf(byName) {
  const regimes = [...byName.keys()].filter(name => lastPart(name) === 'friction_regime');
  const contact = (/** @type {string} */ regime) => {
    const prefix = firstParts(regime),
      has = (/** @type {string} */ name) => byName.has(prefix + name);
    const effort = ['friction_torque', 'friction_force'].find(has),
      velocity = ['relative_velocity', 'velocity'].find(has);
    if (!effort || !velocity) return [];
    const law = has('friction.law') ? `${prefix}friction.law` : null;
    return [{ label: prefix.slice(0, -1), prefix, effort: prefix + effort, velocity: prefix + velocity, regime, law }];
  };
  return regimes.flatMap(contact);
}

/**
 * What moves.
 * @param {Model} model
 * @returns {Body[]}
 */
function bodiesOf(model) {
  const moves = model.variables.filter(
    ({ derivativeOf, name }) => derivativeOf && lastPart(derivativeOf) === 'position' && lastPart(name) === 'velocity',
  );
  return moves.map(({ name, derivativeOf }) => ({
    label: firstParts(name).slice(0, -1),
    position: derivativeOf ?? '',
    velocity: name,
  }));
}
