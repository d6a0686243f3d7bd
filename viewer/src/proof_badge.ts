// The badge of a page that carries its proof: it is verified here, step by step, by proof_verify.ts.

import { find } from "./page";
import { verifyProof, type Verdict } from "./proof_verify";

/// Verifies what the page carries, if it does; a click on the badge of a false proof goes to its step.
export async function showProof(seek: (time: number) => void): Promise<Verdict | null> {
  const holder = document.getElementById("proof"), text = holder?.textContent?.trim(), badge = find<HTMLButtonElement>("proof-badge");
  if (!text) return null;
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  badge.hidden = false;
  badge.textContent = "verifying in your browser…";
  const verdict = await verifyProof(bytes, (step) => { if (step % 50 === 0) badge.textContent = `verifying in your browser: step ${step}`; });
  const holds = verdict.verdict === "true";
  badge.className = holds ? "holds" : "fails";
  badge.textContent = holds ? `verified in your browser: ${verdict.steps} steps` : verdict.verdict === "false" ? `false at step ${verdict.step}` : "the proof cannot be read";
  badge.title = holds ? Object.entries(verdict.worst).map(([name, x]) => `${name}: ${x.toPrecision(3)}`).join("\n") : verdict.what;
  badge.addEventListener("click", () => seek(verdict.time));
  return verdict;
}
