export interface Answer {
    kind: "FRAM" | "ABOU" | "TEXT" | "FILE" | "ERRO";
    bytes: Uint8Array;
}
export declare function readAnswer(bytes: Uint8Array): Answer;
export declare function answerText(answer: Answer): string;
export interface Saved {
    name: string;
    bytes: Uint8Array;
}
export declare function answerFile(answer: Answer): Saved;
export declare function answerAbout(answer: Answer): {
    json: any;
    numbers: ArrayBuffer;
};
export interface ContactArrays {
    count: number;
    begin: number;
    box: Float32Array;
    boxAt: number;
    point: Uint16Array;
    normal: Int16Array;
    force: Int16Array;
    angle: Uint16Array;
    status: Uint8Array;
    moment: Int16Array | null;
    pair: Uint16Array;
    slip: Uint16Array;
}
export interface Frame {
    step: number;
    made: number;
    quality: number;
    substeps: number;
    contactCount: number;
    islands: number;
    iterations: number;
    history: number;
    late: boolean;
    time: number;
    kinetic: number;
    potential: number;
    residual: number;
    tolerance: number;
    penetration: number;
    seconds: number;
    work: number;
    stages: Float32Array;
    positions: Float32Array;
    turns: Int16Array;
    vertexBox: Float32Array;
    vertices: Uint16Array;
    q: Float32Array;
    controls: Float32Array;
    forces: Float32Array;
    signals: Float32Array;
    contacts: ContactArrays | null;
    bytes: number;
    seen: Uint8Array;
}
export declare function readFrame(answer: Answer): Frame;
