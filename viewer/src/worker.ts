// The worker of the page: one module, one command after the other.

import { Module } from "./module";

let module: Module | null = null;
const port = self as unknown as { postMessage(m: any, t?: Transferable[]): void; onmessage: (e: MessageEvent) => void };

port.onmessage = (e: MessageEvent) => {
  if (e.data instanceof ArrayBuffer)
    Module.make(e.data).then((made) => { module = made; port.postMessage("ready"); }, (error) => port.postMessage("the library does not start: " + error.message));
  else if (typeof e.data === "string") {
    const answer = module!.command(e.data).buffer as ArrayBuffer;
    port.postMessage(answer, [answer]);
  } else module!.write(e.data.path, e.data.bytes);
};
