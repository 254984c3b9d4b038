// The importer: calls the functions of FMI 2.0 that the module exports, and gives it texts and arrays in its own memory.

import { configure } from './block.js';

/** Pages of 64 KiB for texts, references and values of one call. */
const SCRATCH_PAGES = 6;
/** So many events are kept of a run; what is refused is always told. */
const MAX_EVENTS = 20000;
const STATUS = ['OK', 'Warning', 'Discard', 'Error', 'Fatal', 'Pending'];

/**
 * A module that has the type of fmi2CallbackLogger for a function of JavaScript: six i32, of which the last points to the arguments
 * behind the format. Only such functions can stand in the table of another module.
 */
const LOGGER_MODULE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x0a, 0x01, 0x60, 0x06, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f,
  0x00, 0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x6c, 0x00, 0x00, 0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00,
]);

/** What the model does not do, in its own words. */
export class Refusal extends Error {}

/** The models, with one instance of one of them at a time. */
export class Importer {
  /**
   * @param {WebAssembly.Module} module
   * @param {Uint8Array | null} block  what the FMU has of its own; null for a model as declared
   */
  constructor(module, block) {
    const instance = new WebAssembly.Instance(module, {});
    this.exports = /** @type {any} */ (instance.exports);
    this.memory = /** @type {WebAssembly.Memory} */ (this.exports.memory);
    if (block) configure(this.memory, block);
    this.scratch = this.memory.grow(SCRATCH_PAGES) * 65536;
    this.end = this.scratch;
    this.limit = this.scratch + SCRATCH_PAGES * 65536;
    this.logger = this.tableEntry();
    /** @type {{ status: number, category: string, text: string }[]} */
    this.messages = [];
    this.component = 0;
    this.decoder = new TextDecoder();
  }

  tableEntry() {
    const emit = (/** @type {number[]} */ ...all) => {
      const [, , status, category, , argument] = all;
      const text = new DataView(this.memory.buffer).getUint32(argument, true),
        message = { status, category: this.text(category), text: this.text(text) };
      if (this.messages.length < MAX_EVENTS || message.category !== 'logEvents') this.messages.push(message);
    };
    const wrapper = new WebAssembly.Instance(new WebAssembly.Module(LOGGER_MODULE), { e: { l: emit } });
    const table = /** @type {WebAssembly.Table} */ (this.exports.__indirect_function_table);
    const place = table.grow(1);
    table.set(place, wrapper.exports.f);
    return place;
  }

  /** @param {number} pointer */
  text(pointer) {
    const bytes = new Uint8Array(this.memory.buffer);
    return this.decoder.decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)));
  }

  /** @param {number} size */
  place(size) {
    const at = this.end;
    this.end += (size + 7) & ~7;
    if (this.end > this.limit) throw new Error('too many values for one call');
    return at;
  }

  /** @param {string} text */
  textPlace(text) {
    const bytes = new TextEncoder().encode(`${text}\0`),
      at = this.place(bytes.length);
    new Uint8Array(this.memory.buffer).set(bytes, at);
    return at;
  }

  /** @param {number[]} numbers */
  references(numbers) {
    const at = this.place(4 * numbers.length);
    new Uint32Array(this.memory.buffer, at, numbers.length).set(numbers);
    return at;
  }

  /** @param {number} at @param {number} count */
  reals(at, count) {
    return new Float64Array(this.memory.buffer, at, count);
  }

  /**
   * @param {string} name
   * @param {string} guid
   * @param {boolean} logging
   */
  instantiate(name, guid, logging) {
    this.free();
    this.end = this.scratch;
    const callbacks = this.references([this.logger, 0, 0, 0, 0]);
    const [namePlace, guidPlace] = [this.textPlace(name), this.textPlace(guid)];
    this.messages = [];
    this.component = this.exports.fmi2Instantiate(namePlace, 1, guidPlace, 0, callbacks, 0, logging ? 1 : 0);
    if (this.component === 0) throw this.refusal('fmi2Instantiate');
  }

  /**
   * Calls a function of the instance.
   * @param {string} name
   * @param {number[]} values
   */
  call(name, ...values) {
    const status = this.exports[name](this.component, ...values);
    if (status > 1) throw this.refusal(`${name} answers ${STATUS[status]}`);
  }

  /** @param {string} otherwise */
  refusal(otherwise) {
    const said = this.messages.filter(
      message => message.category !== 'logEvents' && message.category !== 'logStatistics',
    );
    return new Refusal(said.length > 0 ? said[said.length - 1].text : otherwise);
  }

  free() {
    if (this.component !== 0) this.exports.fmi2FreeInstance(this.component);
    this.component = 0;
  }
}
