// Hands jobs to the worker: one request at a time, of those that wait only the newest.

/** @typedef {any[] | null} Outcomes  null where the run was stopped */

/** Runs jobs in a worker, which can be ended at any time. */
export class Runner {
  /** @param {string} script @param {WebAssembly.Module} module */
  constructor(script, module) {
    this.url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    this.module = module;
    /** @type {{ jobs: any[], done: (outcomes: Outcomes) => void } | null} */
    this.present = null;
    /** @type {{ jobs: any[], done: (outcomes: Outcomes) => void } | null} */
    this.next = null;
    this.start();
  }

  start() {
    this.worker = new Worker(this.url);
    this.worker.onmessage = event => this.finish(event.data.outcomes);
    this.worker.onerror = event => this.finish([{ trap: event.message }]);
    this.worker.postMessage({ module: this.module });
  }

  /**
   * Outcomes of the jobs; null if they were stopped, or others came before they began.
   * @param {any[]} jobs
   * @returns {Promise<Outcomes>}
   */
  run(jobs) {
    return new Promise(done => {
      this.next?.done(null);
      this.next = { jobs, done };
      if (!this.present) this.send();
    });
  }

  get isBusy() {
    return this.present !== null;
  }

  send() {
    this.present = this.next;
    this.next = null;
    if (this.present) this.worker?.postMessage({ id: 0, jobs: this.present.jobs });
  }

  /** @param {any[]} outcomes */
  finish(outcomes) {
    const { present } = this;
    this.send();
    present?.done(outcomes);
  }

  /** Ends what runs, wherever it is. */
  stop() {
    this.worker?.terminate();
    this.present?.done(null);
    this.next?.done(null);
    [this.present, this.next] = [null, null];
    this.start();
  }
}
