// A program of WASI preview 1 with its files in memory: it is given arguments and files, and leaves files and words.

/** Numbers of WASI: errors, kinds of files, and what a file is opened for. */
const [SUCCESS, BADF, EXIST, INVAL, NOENT, NOTDIR, NOTEMPTY] = [0, 8, 20, 28, 44, 54, 55];
const [CHARACTER_DEVICE, DIRECTORY, REGULAR_FILE] = [2, 3, 4];
const [CREATE, MUST_BE_DIRECTORY, EXCLUSIVE, TRUNCATE] = [1, 2, 4, 8];
/** The root of the files, the first number that a program finds. */
const ROOT = 3;

/** Ends the program. */
export class Exit extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** A file: bytes that may grow. */
class Content {
  /** @param {Uint8Array} [bytes] */
  constructor(bytes = new Uint8Array()) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  /** @param {Uint8Array} more @param {number} at */
  write(more, at) {
    const end = at + more.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(more, at);
    this.length = Math.max(this.length, end);
  }

  /** @param {number} length */
  resize(length) {
    if (length > this.length) this.write(new Uint8Array(length - this.length), this.length);
    this.length = length;
  }

  get all() {
    return this.bytes.subarray(0, this.length);
  }
}

/** A process with its files. */
export class Process {
  /** @param {string[]} args @param {Map<string, Uint8Array>} files */
  constructor(args, files) {
    this.args = args;
    /** By path from the root, without a slash before it; a folder is null. @type {Map<string, Content | null>} */
    this.files = new Map([
      ['', null],
      ['tmp', null],
    ]);
    for (const [path, bytes] of files) this.add(path, new Content(bytes));
    /** @type {Map<number, { path: string, at: number, content: Content | null }>} */
    this.open = new Map([[ROOT, { path: '', at: 0, content: null }]]);
    this.said = ['', '', ''];
    this.memory = /** @type {WebAssembly.Memory} */ (/** @type {unknown} */ (null));
  }

  /** @param {string} path @param {Content} content */
  add(path, content) {
    path
      .split('/')
      .slice(0, -1)
      .reduce((folder, name) => {
        const inner = folder === '' ? name : `${folder}/${name}`;
        this.files.set(inner, null);
        return inner;
      }, '');
    this.files.set(path, content);
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  /** @param {number} at @param {number} length */
  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  /** @param {number} folder @param {number} at @param {number} length */
  path(folder, at, length) {
    const text = new TextDecoder().decode(this.bytes(at, length).slice()),
      base = this.open.get(folder)?.path ?? '';
    const parts = /** @type {string[]} */ ([]);
    for (const name of `${base}/${text}`.split('/')) {
      if (name === '..') parts.pop();
      else if (name !== '' && name !== '.') parts.push(name);
    }
    return parts.join('/');
  }

  /** What is in a folder. @param {string} folder */
  entries(folder) {
    const prefix = folder === '' ? '' : `${folder}/`;
    return [...this.files.keys()].filter(
      path =>
        path !== '' &&
        path.startsWith(prefix) &&
        !path.slice(prefix.length).includes('/') &&
        path.length > prefix.length,
    );
  }

  /** @param {number} at @param {Content | null} content */
  stat(at, content) {
    const { view } = this;
    for (let k = 0; k < 64; k += 8) view.setBigUint64(at + k, 0n, true);
    view.setUint8(at + 16, content ? REGULAR_FILE : DIRECTORY);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(content?.length ?? 0), true);
  }

  /** Texts one after the other, each ended by 0. @param {string[]} texts @param {number} pointers @param {number} buffer */
  putTexts(texts, pointers, buffer) {
    for (const [k, text] of texts.entries()) {
      const bytes = new TextEncoder().encode(`${text}\0`);
      this.view.setUint32(pointers + 4 * k, buffer, true);
      this.bytes(buffer, bytes.length).set(bytes);
      buffer += bytes.length;
    }
    return SUCCESS;
  }

  /** @param {string[]} texts @param {number} count @param {number} size */
  putSizes(texts, count, size) {
    this.view.setUint32(count, texts.length, true);
    this.view.setUint32(
      size,
      texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length + 1, 0),
      true,
    );
    return SUCCESS;
  }

  /** The parts of a scattered buffer. @param {number} parts @param {number} count */
  buffers(parts, count) {
    const { view } = this;
    return Array.from({ length: count }, (_, k) =>
      this.bytes(view.getUint32(parts + 8 * k, true), view.getUint32(parts + 8 * k + 4, true)),
    );
  }

  /** The functions of WASI that the program calls. */
  functions() {
    const found = (/** @type {number} */ fd) => this.open.get(fd);
    return /** @type {Record<string, (...values: any[]) => number>} */ ({
      args_sizes_get: (count, size) => this.putSizes(this.args, count, size),
      args_get: (pointers, buffer) => this.putTexts(this.args, pointers, buffer),
      environ_sizes_get: (count, size) => this.putSizes([], count, size),
      environ_get: () => SUCCESS,
      clock_time_get: (_, __, at) => (
        this.view.setBigUint64(at, BigInt(Math.round(performance.now() * 1e3)) * 1000n, true), SUCCESS
      ),
      random_get: (at, length) => {
        for (let k = 0; k < length; k += 65536) crypto.getRandomValues(this.bytes(at + k, Math.min(65536, length - k)));
        return SUCCESS;
      },
      proc_exit: code => {
        throw new Exit(code);
      },
      sched_yield: () => SUCCESS,
      fd_prestat_get: (fd, at) =>
        fd === ROOT ? (this.view.setUint32(at, 0, true), this.view.setUint32(at + 4, 1, true), SUCCESS) : BADF,
      fd_prestat_dir_name: (fd, at) => (fd === ROOT ? (this.bytes(at, 1).set([47]), SUCCESS) : BADF),
      fd_fdstat_get: (fd, at) => {
        const file = found(fd),
          { view } = this;
        if (fd > 2 && !file) return BADF;
        for (let k = 0; k < 24; k += 8) view.setBigUint64(at + k, k > 0 ? 0xffffffffffffffffn : 0n, true);
        view.setUint8(at, fd <= 2 ? CHARACTER_DEVICE : file?.content ? REGULAR_FILE : DIRECTORY);
        return SUCCESS;
      },
      fd_filestat_get: (fd, at) => {
        const file = found(fd);
        return file ? (this.stat(at, file.content), SUCCESS) : BADF;
      },
      fd_filestat_set_size: (fd, size) => {
        const content = found(fd)?.content;
        return content ? (content.resize(Number(size)), SUCCESS) : BADF;
      },
      fd_close: fd => (this.open.delete(fd) ? SUCCESS : BADF),
      fd_sync: () => SUCCESS,
      fd_seek: (fd, offset, whence, at) => {
        const file = found(fd);
        if (!file?.content) return BADF;
        file.at = Number(offset) + [0, file.at, file.content.length][whence];
        this.view.setBigUint64(at, BigInt(file.at), true);
        return SUCCESS;
      },
      fd_read: (fd, parts, count, at) => {
        const file = found(fd);
        let total = 0;
        for (const buffer of file?.content ? this.buffers(parts, count) : []) {
          const piece = file?.content?.all.subarray(file.at, file.at + buffer.length) ?? new Uint8Array();
          buffer.set(piece);
          if (file) file.at += piece.length;
          total += piece.length;
        }
        this.view.setUint32(at, total, true);
        return SUCCESS;
      },
      fd_write: (fd, parts, count, at) => {
        const file = found(fd);
        let total = 0;
        for (const piece of this.buffers(parts, count)) {
          if (file?.content) {
            file.content.write(piece, file.at);
            file.at += piece.length;
          } else if (fd <= 2) this.said[fd] += new TextDecoder().decode(piece.slice());
          else return BADF;
          total += piece.length;
        }
        this.view.setUint32(at, total, true);
        return SUCCESS;
      },
      fd_readdir: (fd, at, length, cookie, used) => {
        const folder = found(fd);
        if (!folder) return BADF;
        let place = 0;
        for (const [k, path] of this.entries(folder.path).entries()) {
          if (k < Number(cookie)) continue;
          const name = new TextEncoder().encode(path.slice(path.lastIndexOf('/') + 1)),
            entry = new Uint8Array(24 + name.length),
            view = new DataView(entry.buffer);
          view.setBigUint64(0, BigInt(k + 1), true);
          view.setUint32(16, name.length, true);
          view.setUint8(20, this.files.get(path) ? REGULAR_FILE : DIRECTORY);
          entry.set(name, 24);
          const piece = entry.subarray(0, length - place);
          this.bytes(at + place, piece.length).set(piece);
          place += piece.length;
          if (place === length) break;
        }
        this.view.setUint32(used, place, true);
        return SUCCESS;
      },
      path_open: (folder, _, at, length, how, __, ___, ____, result) => {
        const path = this.path(folder, at, length),
          known = this.files.get(path);
        if (known !== undefined && how & EXCLUSIVE) return EXIST;
        if (known === undefined && (!(how & CREATE) || !this.files.has(path.split('/').slice(0, -1).join('/'))))
          return NOENT;
        if (known && how & MUST_BE_DIRECTORY) return NOTDIR;
        const content = known === undefined ? new Content() : known;
        if (content && how & TRUNCATE) content.resize(0);
        this.files.set(path, content);
        const fd = Math.max(...this.open.keys()) + 1;
        this.open.set(fd, { path, at: 0, content });
        this.view.setUint32(result, fd, true);
        return SUCCESS;
      },
      path_filestat_get: (folder, _, at, length, result) => {
        const content = this.files.get(this.path(folder, at, length));
        return content === undefined ? NOENT : (this.stat(result, content), SUCCESS);
      },
      path_create_directory: (folder, at, length) => {
        const path = this.path(folder, at, length);
        return this.files.has(path) ? EXIST : (this.files.set(path, null), SUCCESS);
      },
      path_rename: (folder, at, length, target, newAt, newLength) => {
        const path = this.path(folder, at, length),
          content = this.files.get(path);
        if (content === undefined) return NOENT;
        this.files.delete(path);
        this.files.set(this.path(target, newAt, newLength), content);
        return SUCCESS;
      },
      path_unlink_file: (folder, at, length) => (this.files.delete(this.path(folder, at, length)) ? SUCCESS : NOENT),
      path_remove_directory: (folder, at, length) => {
        const path = this.path(folder, at, length);
        return this.entries(path).length > 0 ? NOTEMPTY : this.files.delete(path) ? SUCCESS : NOENT;
      },
      path_link: () => INVAL,
      path_readlink: () => INVAL,
    });
  }
}
