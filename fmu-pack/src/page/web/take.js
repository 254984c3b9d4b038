// The card with what the reader takes along.

import { byId, make } from './dom.js';
import { clear, tellErrors } from './notice.js';
import { outcomeOf } from './outcome.js';
import { save, toCsv, toToml } from './takeaway.js';

/** @typedef {import('./model.js').Setup} Setup */

const FMU_BUTTONS = ['save-fmu2', 'save-fmu3'];

/** Makes files of a setup. */
export class Take {
  /** @param {HTMLElement} element @param {import('./runner.js').Runner} runner @param {import('./packer.js').Packer} packer */
  constructor(element, runner, packer) {
    this.element = element;
    this.runner = runner;
    this.packer = packer;
  }

  /** @param {Setup} setup */
  show(setup) {
    const { platforms } = this.packer,
      makesFmus = platforms.length > 0;
    const identifier = setup.model.configuration !== null ? setup.model.identifier : `My${setup.model.identifier}`;
    const fmu = (/** @type {2 | 3} */ version) => {
      const made = button(`save-fmu${version}`, `FMI ${version}.0`, () => this.saveFmu(setup, identifier, version));
      return Object.assign(made, { className: 'primary', hidden: !makesFmus });
    };
    const inside = makesFmus
      ? `with the libraries for ${platforms.join(', ')}`
      : 'fmu-pack build --config makes it of the configuration below';
    const toml = button('save-toml', '.toml', () =>
      save(`${identifier}.toml`, toToml(setup, identifier), 'application/toml'),
    );
    this.element.replaceChildren(
      line('FMU', inside, fmu(2), fmu(3)),
      line('Configuration', 'for fmu-pack build --config', toml),
      line(
        'Results',
        'all outputs of this run, in units of the interface',
        button('save-csv', '.csv', () => this.saveCsv(setup)),
      ),
    );
  }

  /** @param {Setup} setup */
  async saveCsv(setup) {
    const columns = setup.model.variables.filter(({ causality }) => causality === 'output' || causality === 'input');
    const names = columns.map(({ name }) => name);
    const [raw] = (await this.runner.run([setup.job(names)])) ?? [];
    if (!raw?.time) return;
    const { time, columns: values } = outcomeOf(setup, names, raw);
    save(
      `${setup.model.identifier}.csv`,
      toCsv(names, [time, ...names.map(name => values.get(name) ?? [])]),
      'text/csv',
    );
  }

  /** @param {Setup} setup @param {string} identifier @param {2 | 3} version */
  async saveFmu(setup, identifier, version) {
    const buttons = FMU_BUTTONS.map(byId);
    for (const button of buttons) button.disabled = true;
    try {
      const fmu = await this.packer.build(toToml(setup, identifier), identifier, version);
      save(`${identifier}.fmu`, fmu, 'application/octet-stream');
      clear();
    } catch (error) {
      tellErrors([error]);
    }
    for (const button of buttons) button.disabled = false;
  }
}

/** @param {string} id @param {string} textContent @param {() => void} onclick */
const button = (id, textContent, onclick) => make('button', { type: 'button', id, textContent, onclick });

/** @param {string} title @param {string} about @param {HTMLElement[]} buttons */
const line = (title, about, ...buttons) =>
  make('div', { className: 'line' }, [
    make('p', {}, [make('b', { textContent: title }), about]),
    make('span', { className: 'buttons' }, buttons),
  ]);
