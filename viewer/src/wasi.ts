// The system under the module: files in memory, a clock, and nothing else. As much of WASI preview 1 as wasi-libc asks for.

const OK = 0, BADF = 8, INVAL = 28, NOENT = 44, NOTSUP = 58;
const FOLDER = 3, FILE = 4; // file types
const ROOT = 3; // descriptor of "/", the one folder that is there from the beginning
const CREATE = 1, EXCLUSIVE = 4, TRUNCATE = 8, APPEND = 1;

interface Content { bytes: Uint8Array; size: number }
interface Open { content: Content; at: number; append: boolean }

export class Exit extends Error {}

export class Wasi {
  readonly files = new Map<string, Content>();
  private readonly open = new Map<number, Open>();
  private next = 4;
  private memory: WebAssembly.Memory | null = null;

  attach(memory: WebAssembly.Memory): void { this.memory = memory; }
  write(path: string, bytes: Uint8Array): void { this.files.set(clean(path), { bytes: bytes.slice(), size: bytes.length }); }

  private get view(): DataView { return new DataView(this.memory!.buffer); }
  private text(at: number, length: number): string { return new TextDecoder().decode(new Uint8Array(this.memory!.buffer, at, length).slice()); }
  private isFolder(path: string): boolean {
    if (path === "") return true;
    for (const name of this.files.keys()) if (name.startsWith(path + "/")) return true;
    return false;
  }
  private stat(at: number, type: number, size: number): number {
    new Uint8Array(this.memory!.buffer, at, 64).fill(0);
    this.view.setUint8(at + 16, type);
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(size), true);
    return OK;
  }
  /// Each part of a list of buffers.
  private parts(list: number, count: number): Uint8Array[] {
    const v = this.view;
    return Array.from({ length: count }, (_, k) => new Uint8Array(this.memory!.buffer, v.getUint32(list + 8 * k, true), v.getUint32(list + 8 * k + 4, true)));
  }

  readonly imports = {
    environ_get: () => OK,
    environ_sizes_get: (count: number, size: number) => { this.view.setUint32(count, 0, true); this.view.setUint32(size, 0, true); return OK; },
    clock_time_get: (_id: number, _precision: bigint, at: number) => { this.view.setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true); return OK; },
    sched_yield: () => OK,
    proc_exit: (code: number) => { throw new Exit(`the module ended with ${code}`); },
    fd_prestat_get: (fd: number, at: number) => {
      if (fd !== ROOT) return BADF;
      this.view.setUint8(at, 0);
      this.view.setUint32(at + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name: (fd: number, at: number) => { if (fd !== ROOT) return BADF; this.view.setUint8(at, 0x2f); return OK; },
    fd_fdstat_get: (fd: number, at: number) => {
      const known = this.open.has(fd);
      if (!known && fd > ROOT) return BADF;
      new Uint8Array(this.memory!.buffer, at, 24).fill(0);
      this.view.setUint8(at, fd === ROOT ? FOLDER : FILE);
      this.view.setBigUint64(at + 8, ~0n & 0xffffffffffffffffn, true);
      this.view.setBigUint64(at + 16, ~0n & 0xffffffffffffffffn, true);
      return OK;
    },
    fd_fdstat_set_flags: (fd: number) => this.open.has(fd) ? OK : BADF,
    fd_allocate: (fd: number) => this.open.has(fd) ? OK : BADF,
    fd_filestat_get: (fd: number, at: number) => {
      const o = this.open.get(fd);
      return o ? this.stat(at, FILE, o.content.size) : fd === ROOT ? this.stat(at, FOLDER, 0) : BADF;
    },
    fd_filestat_set_size: (fd: number, size: bigint) => {
      const o = this.open.get(fd);
      if (!o) return BADF;
      grow(o.content, Number(size));
      o.content.size = Number(size);
      return OK;
    },
    fd_close: (fd: number) => this.open.delete(fd) ? OK : BADF,
    fd_read: (fd: number, list: number, count: number, at: number) => {
      const o = this.open.get(fd);
      if (!o) return BADF;
      let total = 0;
      for (const part of this.parts(list, count)) {
        const n = Math.max(0, Math.min(part.length, o.content.size - o.at));
        part.set(o.content.bytes.subarray(o.at, o.at + n));
        o.at += n;
        total += n;
      }
      this.view.setUint32(at, total, true);
      return OK;
    },
    fd_write: (fd: number, list: number, count: number, at: number) => {
      const o = this.open.get(fd), parts = this.parts(list, count), total = parts.reduce((n, p) => n + p.length, 0);
      if (!o && fd > 2) return BADF;
      if (o) {
        if (o.append) o.at = o.content.size;
        grow(o.content, o.at + total);
        for (const part of parts) { o.content.bytes.set(part, o.at); o.at += part.length; }
        o.content.size = Math.max(o.content.size, o.at);
      } // what goes to the terminal goes nowhere
      this.view.setUint32(at, total, true);
      return OK;
    },
    fd_seek: (fd: number, offset: bigint, whence: number, at: number) => {
      const o = this.open.get(fd);
      if (!o) return BADF;
      const to = Number(offset) + (whence === 0 ? 0 : whence === 1 ? o.at : o.content.size);
      if (to < 0) return INVAL;
      o.at = to;
      this.view.setBigUint64(at, BigInt(to), true);
      return OK;
    },
    path_filestat_get: (_fd: number, _flags: number, path: number, length: number, at: number) => {
      const name = clean(this.text(path, length)), file = this.files.get(name);
      return file ? this.stat(at, FILE, file.size) : this.isFolder(name) ? this.stat(at, FOLDER, 0) : NOENT;
    },
    path_open: (_fd: number, _look: number, path: number, length: number, how: number, _rights: bigint, _inherited: bigint, flags: number, at: number) => {
      const name = clean(this.text(path, length));
      let content = this.files.get(name);
      if (!content && !(how & CREATE)) return NOENT;
      if (content && how & EXCLUSIVE) return 20;
      if (!content || how & TRUNCATE) this.files.set(name, content = { bytes: new Uint8Array(1024), size: 0 });
      this.open.set(this.next, { content, at: 0, append: (flags & APPEND) !== 0 });
      this.view.setUint32(at, this.next++, true);
      return OK;
    },
    path_rename: (_from: number, old: number, oldLength: number, _to: number, name: number, nameLength: number) => {
      const from = clean(this.text(old, oldLength)), content = this.files.get(from);
      if (!content) return NOENT;
      this.files.delete(from);
      this.files.set(clean(this.text(name, nameLength)), content);
      return OK;
    },
    path_unlink_file: (_fd: number, path: number, length: number) => this.files.delete(clean(this.text(path, length))) ? OK : NOENT,
    path_remove_directory: () => NOTSUP,
  };
}

function clean(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function grow(content: Content, size: number): void {
  if (size <= content.bytes.length) return;
  const more = new Uint8Array(Math.max(size, 2 * content.bytes.length));
  more.set(content.bytes.subarray(0, content.size));
  content.bytes = more;
}
