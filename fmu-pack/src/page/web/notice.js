// What the reader is told above the plots.

import { byId, make } from './dom.js';

/** So many warnings are told at once. */
const MOST_WARNINGS = 3;

/** @param {'refused' | 'warns' | 'runs'} kind @param {(Node | string)[]} content */
const message = (kind, ...content) => make('div', { className: `message ${kind}` }, content);

/** @param {HTMLElement[]} messages */
const show = messages => byId('notice').replaceChildren(...messages);

/** What no run takes away: it stays until something is changed. @type {HTMLElement[]} */
let errors = [];

export function clear() {
  errors = [];
  show([]);
}
/** The next run tells no earlier errors. */
export function forgetErrors() {
  errors = [];
}
/** @param {string} text */
export const tellProgress = text => show([message('runs', text)]);
/** @param {unknown[]} told */
export function tellErrors(told) {
  errors = told.map(error => message('refused', error instanceof Error ? error.message : String(error)));
  if (errors.length > 0) show(errors);
}

/**
 * What a run says of itself: refused values, a defect, warnings.
 * @param {any} outcome @param {string[]} warnings @param {() => void} reset
 */
export function tellOutcome(outcome, warnings, reset) {
  const refused = (outcome.refused ?? []).map((/** @type {any} */ { text }) => message('refused', text));
  const told = [...warnings, ...(outcome.warnings ?? [])].slice(0, MOST_WARNINGS).map(text => message('warns', text));
  show([...errors, ...refused, ...(outcome.trap ? [defect(outcome.trap, reset)] : []), ...told]);
}

/** @param {string} trap @param {() => void} reset */
function defect(trap, reset) {
  const button = make('button', { type: 'button', textContent: 'Reset to start values', onclick: reset });
  return message(
    'refused',
    `A defect of the models stopped this run (${trap}). Please report it with the link of this page.`,
    button,
  );
}

/** @param {() => void} stop */
export function tellLongRun(stop) {
  const onclick = () => {
    stop();
    tellProgress('Stopped. The plots show what was there before.');
  };
  show([message('runs', 'Running…', make('button', { type: 'button', textContent: 'Stop', onclick }))]);
}
