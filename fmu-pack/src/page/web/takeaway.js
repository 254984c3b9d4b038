// What the reader takes along: tables, drawings, configurations, links.

import { deflated, fromBase64Url, inflated, toBase64Url } from './parts.js';

/** @param {string} name @param {BlobPart} content @param {string} type */
export function save(name, content, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * Rows of numbers as `fmu-pack run` writes them.
 * @param {string[]} names @param {ArrayLike<number>[]} columns
 */
export function toCsv(names, columns) {
  const lines = [['time', ...names].map(name => (/[",]/.test(name) ? `"${name}"` : name)).join(',')];
  for (let row = 0; row < columns[0].length; row++) lines.push(columns.map(column => column[row]).join(','));
  return `${lines.join('\n')}\n`;
}

/**
 * @param {string} text
 * @returns {{ names: string[], units: (string | null)[], columns: number[][] }}
 */
export function fromCsv(text) {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter(line => line.trim() !== '');
  const separator = lines[0]?.includes(';') ? ';' : ',';
  const headings = (lines[0] ?? '').split(separator).map(cell => cell.trim().replace(/^"|"$/g, ''));
  const rows = lines.slice(1).map((line, k) =>
    line.split(separator).map(cell => {
      const number = Number(cell.trim().replace(/^"|"$/g, ''));
      if (cell.trim() === '' || !Number.isFinite(number))
        throw new Error(`line ${k + 2}: ${cell.trim() || 'an empty cell'} is no number`);
      return number;
    }),
  );
  const wrong = rows.findIndex(row => row.length !== headings.length);
  if (wrong >= 0)
    throw new Error(`line ${wrong + 2} has ${rows[wrong].length} cells, and the heading ${headings.length}`);
  if (headings.length < 2 || !/^time\b/i.test(headings[0]))
    throw new Error('the first column must be time, in s, and others must follow');
  if (rows.length === 0) throw new Error('there is no row of numbers');
  const parted = headings.map(heading => /^(.*?)\s*(?:\[([^\]]*)\]|,\s*(.+))?$/.exec(heading) ?? [heading, heading]);
  return {
    names: parted.map(([, name]) => name ?? ''),
    units: parted.map(([, , bracket, comma]) => bracket ?? comma ?? null),
    columns: headings.map((_, k) => rows.map(row => row[k])),
  };
}

/**
 * The configuration file of what is on the bench.
 * @param {import('./model.js').Setup} setup @param {string} name
 */
export function toToml(setup, name) {
  const { model } = setup;
  const start = [...setup.values].map(([key, value]) => `${tomlKey(key)} = ${tomlValue(setup, key, value)}`);
  const constants = [...setup.signals].flatMap(([key, signal]) =>
    signal.kind === 'constant' && signal.value !== setup.byName.get(key)?.start
      ? [`${tomlKey(key)} = ${number(signal.value)}`]
      : [],
  );
  const lines = [...start, ...constants];
  if (model.configuration !== null) return withStarts(model.configuration, lines);
  return [
    '# From the friction bench.',
    `name = "${name}"`,
    `model = "${model.kind}"`,
    `description = ${JSON.stringify(model.description)}`,
    '',
    ...(lines.length > 0 ? ['[start]', ...lines, ''] : []),
    '[experiment]',
    `stop_time = ${number(setup.stop)}`,
    `step_size = ${number(setup.step)}`,
    '',
  ].join('\n');
}

/** A configuration with other start values. @param {string} text @param {string[]} lines */
function withStarts(text, lines) {
  if (lines.length === 0) return text;
  const keys = new Set(lines.map(line => line.slice(0, line.indexOf(' = ')))),
    given = text.split('\n');
  const at = given.findIndex(line => line.trim() === '[start]');
  if (at < 0) return `${text.trimEnd()}\n\n# From the friction bench.\n[start]\n${lines.join('\n')}\n`;
  const end = given.findIndex((line, k) => k > at && line.startsWith('['));
  const kept = given.filter((line, k) => k <= at || (end >= 0 && k >= end) || !keys.has(line.split('=')[0].trim()));
  return [...kept.slice(0, at + 1), '# From the friction bench.', ...lines, ...kept.slice(at + 1)].join('\n');
}

/** @param {string} name */
const tomlKey = name => (/^[\w.]+$/.test(name) ? name : JSON.stringify(name));
/** @param {number} value */
const number = value =>
  Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : String(value).replace(/^(-?\d+)e/, '$1.0e');

/** @param {import('./model.js').Setup} setup @param {string} name @param {number} value */
function tomlValue(setup, name, value) {
  const item = setup.byName.get(name)?.items?.[value - 1];
  return item ? JSON.stringify(item.name) : number(value);
}

/** @param {unknown} state */
export const toHash = async state => `#${toBase64Url(await deflated(new TextEncoder().encode(JSON.stringify(state))))}`;

/** @param {string} hash @returns {Promise<any>} */
export async function fromHash(hash) {
  if (hash.length < 2) return null;
  try {
    return JSON.parse(new TextDecoder().decode(await inflated(fromBase64Url(hash.slice(1)))));
  } catch {
    throw new Error('what stands behind # is not whole');
  }
}
