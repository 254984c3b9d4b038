// One parameter: its field, unit, slider and what is said of it.

import { inWords, lastPart } from './model.js';
import { NOTCHES, sliderScale } from './slider.js';
import { chooseUnit, pretty, shownUnit, tidy, unitsFor } from './units.js';

let identities = 0;

/** One parameter. */
export class Row {
  /** @param {import('./model.js').Variable} variable @param {string} group @param {import('./parameters.js').Parameters} owner */
  constructor(variable, group, owner) {
    this.variable = variable;
    this.owner = owner;
    this.element = document.createElement('div');
    this.element.className = 'row';
    this.element.dataset.variable = variable.name;
    const id = `p${identities++}`,
      isFrozen = variable.causality === 'local';
    const shownName = group === '' ? variable.name : variable.name.slice(group.length + 1);
    const head = document.createElement('div'),
      label = document.createElement('label'),
      value = document.createElement('div');
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
      select.append(
        ...items.map(({ name, description }, k) =>
          Object.assign(document.createElement('option'), {
            value: String(k + 1),
            textContent: inWords(name),
            title: description,
          }),
        ),
      );
      select.onchange = () => this.set(Number(select.value));
      Object.assign(select, { id, disabled: isFrozen });
      return select;
    }
    const input = document.createElement('input');
    Object.assign(input, {
      id,
      type: 'number',
      step: type === 'integer' ? '1' : 'any',
      disabled: isFrozen,
      inputMode: 'decimal',
    });
    input.oninput = () => {
      const number = input.valueAsNumber;
      if (Number.isFinite(number))
        this.set(type === 'real' ? number / shownUnit(this.variable)[1] : Math.trunc(number), true);
    };
    input.onblur = () => this.update();
    return input;
  }

  /** @param {import('./model.js').Variable} variable */
  unitChoice(variable) {
    const unit = variable.unit ?? '1',
      all = unitsFor(unit);
    if (all.length < 2)
      return Object.assign(document.createElement('span'), { className: 'unit', textContent: pretty(unit) });
    const select = document.createElement('select');
    select.setAttribute('aria-label', `Unit of ${variable.name}`);
    select.append(
      ...all.map(([name]) =>
        Object.assign(document.createElement('option'), { value: name, textContent: pretty(name) || '–' }),
      ),
    );
    select.onchange = () => {
      chooseUnit(unit, select.value);
      this.owner.onUnits();
    };
    return select;
  }

  /** @param {import('./model.js').Variable} variable @param {boolean} isFrozen */
  sliderFor(variable, isFrozen) {
    if (variable.name.includes('[')) return null;
    const slider = document.createElement('input'),
      scale = sliderScale({ ...variable, start: this.owner.setup?.value(variable.name) ?? variable.start });
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
    const { variable, owner } = this,
      value = owner.setup?.value(variable.name) ?? variable.start;
    const isIgnored = owner.isIgnored(variable.name),
      isChanged = value !== variable.start;
    this.element.classList.toggle('changed', isChanged);
    this.element.classList.toggle('ignored', isIgnored);
    const isFound =
      owner.search === '' ||
      `${inWords(variable.name)} ${variable.name} ${variable.description}`.toLowerCase().includes(owner.search);
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
    this.about.textContent =
      owner.search === '' && !isIgnored ? '' : isIgnored ? 'this law does not use it' : variable.description;
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
