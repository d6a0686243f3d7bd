export interface Verdict {
    verdict: "true" | "false" | "unreadable";
    what: string;
    step: number;
    steps: number;
    time: number;
    worst: Record<string, number>;
}
export declare function sha256(parts: Uint8Array[]): Uint8Array;
export declare function verifyProof(file: Uint8Array, told?: (step: number, time: number) => void): Promise<Verdict>;
