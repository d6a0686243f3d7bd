export declare class Module {
    private readonly exports;
    private readonly wasi;
    private dead;
    private constructor();
    static make(bytes: BufferSource | WebAssembly.Module): Promise<Module>;
    write(path: string, bytes: Uint8Array): void;
    command(text: string): Uint8Array;
}
