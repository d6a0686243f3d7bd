// Elements of the page by their name, and other small things that all parts share.

export const find = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
export const clamp = (v: number, lo: number, hi: number) => Math.min(hi, Math.max(lo, v));
export const PHONE = 760; // pixels: narrower screens are a phone's
