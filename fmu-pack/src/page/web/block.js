// The configuration block in memory: what a configured FMU has of its own.

/** Magic, layout and capacity, by which a block is known; empty and filled ones have the same. */
const SAME = 16;

/**
 * Where a module keeps blocks like this one.
 * @param {Uint8Array} memory @param {Uint8Array} block
 */
function placesOf(memory, block) {
  const places = /** @type {number[]} */ ([]),
    head = block.subarray(0, SAME);
  for (let at = memory.indexOf(head[0]); at >= 0; at = memory.indexOf(head[0], at + 1)) {
    if (head.every((byte, k) => memory[at + k] === byte)) places.push(at);
  }
  return places;
}

/**
 * Says which FMU the models of a module are, as the packer does in the file of a library.
 * @param {WebAssembly.Memory} memory @param {Uint8Array} block
 */
export function configure(memory, block) {
  const bytes = new Uint8Array(memory.buffer),
    places = placesOf(bytes, block);
  if (places.length === 0) throw new Error('the module has no configuration block');
  for (const place of places) bytes.set(block, place);
}
