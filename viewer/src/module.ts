// The library as a module: commands in, answers out (docs/live.md). It runs in a worker of the page and in Node.js.

import { Exit, Wasi } from "./wasi";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  free(at: number): void;
  holdfast_start(): number;
  holdfast_command(text: number, size: number): number;
  holdfast_answer_size(): number;
}

export class Module {
  private dead: string | null = null;

  private constructor(private readonly exports: Exports, private readonly wasi: Wasi) {}

  static async make(bytes: BufferSource | WebAssembly.Module): Promise<Module> {
    const wasi = new Wasi();
    wasi.write("/saved/.keep", new Uint8Array(0)); // where `save` writes
    const compiled = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    const made = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasi.imports });
    const exports = made.exports as unknown as Exports;
    wasi.attach(exports.memory);
    exports._initialize();
    if (exports.holdfast_start() !== 0) throw new Error("holdfast does not start: out of memory");
    return new Module(exports, wasi);
  }

  /// Puts a file where `open` finds it.
  write(path: string, bytes: Uint8Array): void { this.wasi.write(path, bytes); }

  /// The bytes of the answer, a copy. A module that broke down answers with that, whatever it is asked.
  command(text: string): Uint8Array {
    if (this.dead) return fault(this.dead);
    const bytes = new TextEncoder().encode(text), e = this.exports;
    try {
      const at = e.malloc(bytes.length + 1);
      if (at === 0) return fault("out of memory");
      new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
      const answer = e.holdfast_command(at, bytes.length);
      const copy = new Uint8Array(e.memory.buffer, answer, e.holdfast_answer_size()).slice();
      e.free(at);
      return copy;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error instanceof Exit)) throw error;
      this.dead = `the library broke down (${(error as Error).message}): reload the page`;
      return fault(this.dead);
    }
  }
}

function fault(text: string): Uint8Array { return new TextEncoder().encode("ERRO" + text); }
