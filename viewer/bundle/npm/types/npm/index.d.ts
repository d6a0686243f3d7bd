import { type Frame, type Saved } from "../src/answers";
export type { Frame, Saved };
export { verifyProof, type Verdict } from "../src/proof_verify";
export interface BodyState {
    name: string;
    mass: number;
    contacts: number;
    position: [number, number, number];
    orientation: [number, number, number, number];
    velocity: [number, number, number];
    angular: [number, number, number];
    force: [number, number, number];
}
export interface SceneInfo {
    name: string;
    summary: string;
    parameters: {
        name: string;
        help: string;
        fallback: number;
        least: number;
        most: number;
        whole: boolean;
    }[];
}
export declare class Holdfast {
    private readonly module;
    private constructor();
    static create(wasm: BufferSource | WebAssembly.Module): Promise<Holdfast>;
    private ask;
    scenes(): SceneInfo[];
    write(path: string, bytes: Uint8Array): void;
    open(scene: string, seed?: number): any;
    step(count?: number): Frame;
    back(count?: number): Frame;
    reset(): Frame;
    body(index: number): BodyState;
    set(name: "gravity" | "friction" | "tolerance" | "timestep" | "solver", ...values: (number | string)[]): void;
    control(actuator: number, value: number): void;
    joint(joint: number, value: number): void;
    pull(body: number, point: number[], target: number[], stiffness: number, damping: number): void;
    release(): void;
    push(body: number, point: number[], impulse: number[]): void;
    hash(): string;
    save(kind: "page" | "glb" | "problem" | "scene"): Saved;
}
