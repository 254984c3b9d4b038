// Begins: reads the parts of the page and opens what the link says.

import { App } from './app.js';
import { byId } from './dom.js';
import { showModels } from './gallery.js';
import * as notice from './notice.js';
import { Packer } from './packer.js';
import { part, partText } from './parts.js';
import { Runner } from './runner.js';
import { fromHash } from './takeaway.js';
import { setUnits } from './units.js';

/** The model that is there first, and its experiment. */
const FIRST_MODEL = 'ServoActuator';
const FIRST_EXPERIMENT = 'fig16';

async function begin() {
  const [text, libraries, worker, bytes] = await Promise.all([
    partText('catalogue.json'),
    partText('libraries.json'),
    partText('worker.js'),
    part('models.wasm'),
  ]);
  const catalogue = JSON.parse(text);
  setUnits(catalogue.units);
  const runner = new Runner(worker, await WebAssembly.compile(bytes));
  const app = new App(catalogue, runner, new Packer(JSON.parse(libraries)));
  showModels(byId('models'), app.models, model => app.choose(model));
  const link = await openLink(app);
  addEventListener('hashchange', async () => notice.tellErrors(await openLink(app)));
  if (app.setup) return;
  app.choose(app.models.find(model => model.identifier === FIRST_MODEL) ?? app.models[0], FIRST_EXPERIMENT);
  notice.tellErrors(link);
}

/** Says why a link opens nothing. @param {App} app @returns {Promise<string[]>} */
async function openLink(app) {
  try {
    const state = await fromHash(location.hash);
    if (state) await app.restore(state);
    return [];
  } catch (error) {
    return [`The link cannot be opened: ${error instanceof Error ? error.message : error}`];
  }
}

begin().catch(error => notice.tellErrors([`This browser cannot run the bench: ${error.message}`]));
