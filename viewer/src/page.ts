// Elements of the page by their name, and other small things that all parts share.

export const find = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
export const clamp = (v: number, lo: number, hi: number) => Math.min(hi, Math.max(lo, v));
/// Whether this is a phone, upright or on its side: style.css has the same sizes.
export const small = () => window.innerWidth < 760 || window.innerHeight < 480;
