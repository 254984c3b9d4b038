// The packer: the program `fmu-pack` as WebAssembly, as it is where it is installed.

import { configure } from './block.js';
import { fromBase64, part } from './parts.js';
import { Exit, Process } from './wasi.js';

/** Runs the packer. */
export class Packer {
  /** @param {{ platform: string, file: string, part: string }[]} libraries */
  constructor(libraries) {
    this.libraries = libraries;
    /** @type {Promise<WebAssembly.Module> | null} */
    this.module = null;
  }

  get platforms() {
    return this.libraries.map(library => library.platform);
  }

  /**
   * @param {string[]} args
   * @param {Map<string, Uint8Array>} files
   * @param {Uint8Array | null} [block]  which FMU the models are that are linked in
   */
  async run(args, files, block = null) {
    this.module ??= part('packer.wasm').then(bytes => WebAssembly.compile(/** @type {any} */ (bytes)));
    const process = new Process(['fmu-pack', ...args], files);
    const instance = await WebAssembly.instantiate(await this.module, { wasi_snapshot_preview1: process.functions() });
    process.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    if (block) configure(process.memory, block);
    let code = 0;
    try {
      /** @type {any} */ (instance.exports)._start();
    } catch (error) {
      if (!(error instanceof Exit))
        throw new Error(
          `a defect stopped the packer: ${error instanceof Error ? error.message : error} ${process.said[2]}`,
        );
      code = error.code;
    }
    if (code !== 0)
      throw new Error(
        process.said[2]
          .trim()
          .replace(/^error: (no FMU was made: )?/, '')
          .replace(/(^|\s)\/?([^/\s]+\.toml)/, '$1$2'),
      );
    return process;
  }

  /**
   * What a configuration describes, as the catalogue has it.
   * @param {string} text @param {string} name
   */
  async describe(text, name) {
    const process = await this.run(['describe', name], new Map([[name, new TextEncoder().encode(text)]]));
    return JSON.parse(process.said[1]);
  }

  /**
   * The FMU of a configuration.
   * @param {string} text @param {string} identifier @param {number} version
   */
  async build(text, identifier, version) {
    const file = `${identifier}.toml`,
      model = await this.describe(text, file);
    const files = new Map([[file, new TextEncoder().encode(text)]]);
    for (const library of this.libraries)
      files.set(`libraries/${library.platform}/${library.file}`, await part(library.part));
    const block = model.block ? fromBase64(model.block) : null;
    const args = ['build', '--config', file, '--fmi', String(version), '--libraries', 'libraries', '--output', 'fmu'];
    const process = await this.run(args, files, block);
    const fmu = process.files.get(`fmu/${model.identifier}.fmu`);
    if (!fmu) throw new Error(`the packer wrote no ${model.identifier}.fmu: ${process.said[2]}`);
    return fmu.all.slice();
  }
}
