interface Content {
    bytes: Uint8Array;
    size: number;
}
export declare class Exit extends Error {
}
export declare class Wasi {
    readonly files: Map<string, Content>;
    private readonly open;
    private next;
    private memory;
    attach(memory: WebAssembly.Memory): void;
    write(path: string, bytes: Uint8Array): void;
    private get view();
    private text;
    private isFolder;
    private stat;
    private parts;
    readonly imports: {
        environ_get: () => number;
        environ_sizes_get: (count: number, size: number) => number;
        clock_time_get: (_id: number, _precision: bigint, at: number) => number;
        sched_yield: () => number;
        proc_exit: (code: number) => never;
        fd_prestat_get: (fd: number, at: number) => 0 | 8;
        fd_prestat_dir_name: (fd: number, at: number) => 0 | 8;
        fd_fdstat_get: (fd: number, at: number) => 0 | 8;
        fd_fdstat_set_flags: (fd: number) => 0 | 8;
        fd_allocate: (fd: number) => 0 | 8;
        fd_filestat_get: (fd: number, at: number) => number;
        fd_filestat_set_size: (fd: number, size: bigint) => 0 | 8;
        fd_close: (fd: number) => 0 | 8;
        fd_read: (fd: number, list: number, count: number, at: number) => 0 | 8;
        fd_write: (fd: number, list: number, count: number, at: number) => 0 | 8;
        fd_seek: (fd: number, offset: bigint, whence: number, at: number) => 0 | 8 | 28;
        path_filestat_get: (_fd: number, _flags: number, path: number, length: number, at: number) => number;
        path_open: (_fd: number, _look: number, path: number, length: number, how: number, _rights: bigint, _inherited: bigint, flags: number, at: number) => 0 | 20 | 44;
        path_rename: (_from: number, old: number, oldLength: number, _to: number, name: number, nameLength: number) => 0 | 44;
        path_unlink_file: (_fd: number, path: number, length: number) => 0 | 44;
        path_remove_directory: () => number;
    };
}
export {};
