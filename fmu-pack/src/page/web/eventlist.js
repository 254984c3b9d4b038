// Events as a list.

import { byId, make } from './dom.js';
import { inWords } from './model.js';
import { pretty, short, shownUnit } from './units.js';

/** Rows of the list. */
const MOST_EVENTS = 400;

/**
 * @param {import('./outcome.js').Event[]} events
 * @param {import('./model.js').Setup} setup @param {import('./model.js').Contact | null} contact  whose unit levels have
 */
export function showEvents(events, setup, contact) {
  const several = setup.contacts.length > 1;
  const [unit, factor] = contact ? shownUnit(setup.variable(contact.effort)) : ['', 1];
  const cell = (/** @type {string} */ textContent, className = '') => make('td', { textContent, className });
  const row = (/** @type {import('./outcome.js').Event} */ { time, words, element, holds }) => {
    const levels = holds ? `${short(-holds[1] * factor)} … ${short(holds[0] * factor)} ${pretty(unit)}` : '';
    return make('tr', {}, [
      cell(time.toFixed(6), 'number'),
      cell(words),
      ...(several ? [cell(inWords(element))] : []),
      cell(levels),
    ]);
  };
  const titles = ['time, s', 'event', ...(several ? ['where'] : []), 'friction holds'];
  const heads = titles.map((textContent, k) =>
    make('th', { textContent, scope: 'col', className: k === 0 ? 'number' : '' }),
  );
  const body = make('tbody', {}, events.slice(0, MOST_EVENTS).map(row));
  byId('events').replaceChildren(make('thead', {}, [make('tr', {}, heads)]), body);
  byId('events-count').textContent = countOf(events.length);
}

/** @param {number} count */
function countOf(count) {
  if (count === 0) return 'none';
  return count > MOST_EVENTS ? `the first ${MOST_EVENTS} of ${count}` : String(count);
}
