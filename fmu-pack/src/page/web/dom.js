// Elements of the document.

/** @param {string} id @returns {any} */
export const byId = id => document.getElementById(id);

/**
 * An element with properties and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {any} [properties] @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, properties = {}, children = []) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** @param {string} value @param {string} textContent */
export const option = (value, textContent) => make('option', { value, textContent });
