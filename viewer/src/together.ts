// Pages that have one scene together (holdfast view --together): each has a world of its own, which is given what the others do. The badge says the state that it has come to, the same
// one on every page, or that this world is another one; a page that does not play follows the others.

import { answerText } from "./answers";
import type { App } from "./app";
import { find } from "./page";

const LOOK = 250; // ms between two looks

/// Asks now and then, if the scene is one of several pages; one that is this page's alone says so once, and is left alone.
export async function followOthers(app: App): Promise<void> {
  const live = app.live, badge = find<HTMLButtonElement>("proof-badge");
  if (!live || live.source.kind !== "socket") return;
  let seen = "";
  for (;;) {
    const answer = await live.source.ask("together"), words = answerText(answer);
    if (answer.kind !== "TEXT" && badge.hidden) return;
    badge.hidden = false;
    badge.className = answer.kind === "TEXT" ? "holds" : "fails";
    badge.textContent = answer.kind === "TEXT" ? `together: step ${words.split(" ")[0]}, state ${words.split(" ")[1]}` : words;
    badge.title = "Each page computes this world by itself from what all of them do; equal states have equal bits.";
    if (words !== seen && !app.state.playing && live.walking === 0 && answer.kind === "TEXT") await live.command("step 0");
    seen = words;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
