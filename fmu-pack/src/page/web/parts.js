// What the page carries in script elements, compressed.

/** Those of `as_text` in bundle.rs, which puts them here. */
const LETTERS = '{{letters}}';

/** Bytes of a part: 13 or 14 bits to two letters. @param {string} text */
function fromText(text) {
  const values = new Uint8Array(128),
    bytes = new Uint8Array(Math.ceil((text.length * 7) / 8));
  for (let k = 0; k < LETTERS.length; k++) values[LETTERS.charCodeAt(k)] = k;
  let [bits, count, length] = [0, 0, 0];
  for (let k = 0; k + 1 < text.length; k += 2) {
    const value = values[text.charCodeAt(k)] + 91 * values[text.charCodeAt(k + 1)];
    bits |= value << count;
    for (count += (value & 8191) > 88 ? 13 : 14; count > 7; count -= 8) {
      bytes[length++] = bits & 255;
      bits >>>= 8;
    }
  }
  if (text.length % 2 === 1) bytes[length++] = (bits | (values[text.charCodeAt(text.length - 1)] << count)) & 255;
  return bytes.subarray(0, length);
}

/** @param {string} text */
export function fromBase64(text) {
  const letters = atob(text),
    bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k++) bytes[k] = letters.charCodeAt(k);
  return bytes;
}

/** For addresses: RFC 4648, section 5, without padding. @param {Uint8Array} bytes */
export function toBase64Url(bytes) {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
export function fromBase64Url(text) {
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}

/**
 * @param {Uint8Array} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  const response = new Response(
    new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(/** @type {any} */ (stream)),
  );
  return new Uint8Array(await response.arrayBuffer());
}

/** @param {Uint8Array} bytes */
export const inflated = bytes => through(bytes, new DecompressionStream('deflate-raw'));
/** @param {Uint8Array} bytes */
export const deflated = bytes => through(bytes, new CompressionStream('deflate-raw'));

/** @param {string} name */
const find = name => document.querySelector(`script[data-part="${name}"]`);

/** What comes last in the page may not have been read yet. */
const wholePage = () =>
  new Promise(done => {
    if (document.readyState !== 'loading') done(null);
    else document.addEventListener('DOMContentLoaded', done, { once: true });
  });

/** @param {string} name */
export async function part(name) {
  if (!find(name)) await wholePage();
  const element = find(name);
  if (!element) throw new Error(`the page has no part ${name}`);
  return inflated(fromText(element.textContent ?? ''));
}

/** @param {string} name */
export const partText = async name => new TextDecoder().decode(await part(name));
