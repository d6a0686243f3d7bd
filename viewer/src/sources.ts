// Live scenes: the library in a worker of this page, or behind a socket. Each command has one answer, in order; whoever asks keeps the pace, so that nothing queues up.

import { readAnswer, type Answer } from "./answers";
import workerText from "worker:worker.ts";

export interface Source {
  readonly kind: "wasm" | "socket";
  ask(command: string): Promise<Answer>;
  /// Puts a file where `open` finds it; false where that is not possible.
  write(path: string, bytes: Uint8Array): boolean;
  /// The connection has gone, and has come back.
  onLost: () => void;
  onFound: () => void;
}

class Queue {
  private readonly waiting: ((answer: Answer) => void)[] = [];
  get length(): number { return this.waiting.length; }
  push(): Promise<Answer> { return new Promise((resolve) => { this.waiting.push(resolve); }); }
  answer(bytes: Uint8Array): void { this.waiting.shift()?.(readAnswer(bytes)); }
  fail(text: string): void { while (this.waiting.length > 0) this.answer(new TextEncoder().encode("ERRO" + text)); }
}

export class WasmSource implements Source {
  readonly kind = "wasm";
  onLost = () => {};
  onFound = () => {};
  private readonly queue = new Queue();
  private constructor(private readonly worker: Worker) {}

  static make(wasm: ArrayBuffer): Promise<WasmSource> {
    const worker = new Worker(URL.createObjectURL(new Blob([workerText], { type: "text/javascript" })));
    const source = new WasmSource(worker);
    return new Promise((resolve, reject) => {
      worker.onmessage = (e) => {
        if (e.data === "ready") resolve(source);
        else if (typeof e.data === "string") reject(new Error(e.data));
        else source.queue.answer(new Uint8Array(e.data));
      };
      worker.onerror = (e) => { reject(new Error(e.message)); source.queue.fail("the worker broke down: " + e.message); };
      worker.postMessage(wasm, [wasm]);
    });
  }
  ask(command: string): Promise<Answer> {
    const answer = this.queue.push();
    this.worker.postMessage(command);
    return answer;
  }
  write(path: string, bytes: Uint8Array): boolean { this.worker.postMessage({ path, bytes }); return true; }
}

export class SocketSource implements Source {
  readonly kind = "socket";
  onLost = () => {};
  onFound = () => {};
  private readonly queue = new Queue();
  private socket: WebSocket | null = null;
  private constructor(private readonly url: string) {}

  static make(url: string): Promise<SocketSource> {
    const source = new SocketSource(url);
    return new Promise((resolve, reject) => source.connect(() => resolve(source), () => reject(new Error("the server does not answer"))));
  }
  private connect(opened: () => void, refused: () => void): void {
    const socket = new WebSocket(this.url, "holdfast");
    let open = false;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { open = true; this.socket = socket; opened(); };
    socket.onmessage = (e) => this.queue.answer(new Uint8Array(e.data));
    socket.onclose = (e) => {
      if (!open) { refused(); return; }
      this.socket = null;
      this.queue.fail(e.reason || "the server has gone");
      this.onLost();
      this.again();
    };
  }
  private again(): void {
    setTimeout(() => this.connect(() => this.onFound(), () => this.again()), 500);
  }
  ask(command: string): Promise<Answer> {
    if (!this.socket) return Promise.resolve(readAnswer(new TextEncoder().encode("ERROthe server has gone")));
    const answer = this.queue.push();
    this.socket.send(command);
    return answer;
  }
  write(): boolean { return false; }
}
