// The models as pictures, from which the reader chooses.

import { make } from './dom.js';
import { PICTURES } from './pictures.js';

/**
 * @param {HTMLElement} element @param {import('./model.js').Model[]} models
 * @param {(model: import('./model.js').Model) => void} choose
 */
export function showModels(element, models, choose) {
  const card = (/** @type {import('./model.js').Model} */ model) => {
    const innerHTML = model.picture ? withoutTexts(model.picture) : (PICTURES[model.kind] ?? '');
    const content = [make('span', { className: 'picture', innerHTML }), make('b', { textContent: model.title })];
    const button = make('button', { type: 'button', className: 'model', title: model.description }, content);
    button.dataset.model = model.identifier;
    button.onclick = () => choose(model);
    return button;
  };
  element.replaceChildren(...models.map(card));
  for (const svg of element.querySelectorAll('.model svg:not([fill])')) crop(/** @type {SVGSVGElement} */ (svg));
}

/** @param {HTMLElement} element @param {string} identifier */
export function markChosen(element, identifier) {
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll('.model'))) {
    card.setAttribute('aria-pressed', String(card.dataset.model === identifier));
  }
}

/** Its texts are read at this share of the size at which they are drawn. */
const READABLE = 0.85;

/**
 * The drawing of a drivetrain, without what stands above it; a long one is scrolled.
 * @param {HTMLElement} element @param {import('./model.js').Model} model
 */
export function showDrawing(element, { picture, identifier, description }) {
  element.hidden = !picture;
  element.innerHTML = picture ?? '';
  const svg = element.querySelector('svg');
  if (!svg) return;
  for (const text of svg.querySelectorAll('text')) {
    if ([identifier, description].includes(text.textContent?.trim() ?? '')) text.remove();
  }
  const scale = svg.width.baseVal.value / svg.viewBox.baseVal.width;
  for (const size of ['width', 'height']) svg.removeAttribute(size);
  crop(svg);
  svg.style.minWidth = `${Math.round(READABLE * scale * svg.viewBox.baseVal.width)}px`;
}

/** A drawing without its texts. @param {string} svg */
const withoutTexts = svg =>
  svg
    .replace(/<text[\s\S]*?<\/text>/g, '')
    .replace(/(<svg[^>]*?) width="[^"]*" height="[^"]*"/, '$1 preserveAspectRatio="xMidYMid meet"');

/** As large as what is drawn, without the paper. @param {SVGSVGElement} svg */
function crop(svg) {
  svg.querySelector('[fill="#FFFFFF"]')?.remove();
  const { x, y, width, height } = svg.getBBox();
  svg.setAttribute('viewBox', [x, y, width, height].map(Math.round).join(' '));
}
