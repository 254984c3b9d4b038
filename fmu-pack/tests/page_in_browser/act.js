// What the tests do on the page. A value that is awaited is what a test gets.
/** @param {() => unknown} is */
const until = async is => {
  const end = Date.now() + 60000;
  while (!is()) {
    if (Date.now() > end) throw new Error(`not in time: ${is}`);
    await new Promise(done => setTimeout(done, 20));
  }
};
// A change is followed by a run, and that by a drawing.
const settled = () => until(() => document.body.dataset.state === 'shown');
const row = name => document.querySelector(`[data-variable="${name}"]`);
const put = async (field, value) => {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await settled();
};
// A change that nobody waits for.
const begun = (id, value) => {
  const field = document.getElementById(id);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
// Lays a law over what is set.
const compare = async law => {
  const select = document.querySelector('#comparison select');
  select.value = [...select.options].find(({ textContent }) => textContent.startsWith(law)).value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await settled();
};
// The next run fails in the worker.
const breakNextRun = () => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    Worker.prototype.postMessage = post;
    return post.call(this, { ...message, jobs: message.jobs.map(job => ({ ...job, inputs: null })) }, ...more);
  };
};
const slide = (name, position) => put(row(name).querySelector('[type=range]'), position);
const type = (name, value) => put(row(name).querySelector('[type=number]'), value);
const refusal = name => row(name).querySelector('.refusal').textContent;
const label = variable => [...document.querySelectorAll('.plot')].map(plot => plot.getAttribute('aria-label')).find(label => label.startsWith(variable));
// What a button gives to save, as base64.
const saved = async id => {
  const make = URL.createObjectURL;
  const blob = await new Promise((done, fail) => {
    URL.createObjectURL = content => (done(content), make.call(URL, content));
    setTimeout(() => fail(new Error(`nothing was saved: ${document.getElementById('notice').textContent}`)), 60000);
    document.getElementById(id).click();
  });
  URL.createObjectURL = make;
  return new Promise(done => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(',') + 1));
    reader.readAsDataURL(blob);
  });
};
const dropped = async (name, text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const { files } = document.body.dataset;
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  await until(() => document.body.dataset.files !== files);
};
Object.assign(globalThis, { until, settled, put, begun, compare, breakNextRun, slide, type, refusal, label, saved, dropped });
void 0;
