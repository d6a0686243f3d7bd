// Makes viewer/bundle from viewer/src: `npm ci && npm run build`. The bundle is committed, so that nobody needs npm to build holdfast; test/viewer/bundle.sh makes it again and compares.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const here = new URL(".", import.meta.url).pathname, out = process.argv[2] ?? here + "bundle";
const version = (name) => JSON.parse(readFileSync(here + `node_modules/${name}/package.json`, "utf8")).version;
const shared = { bundle: true, minify: true, target: "es2022", legalComments: "none", absWorkingDir: here, charset: "utf8", logLevel: "warning" };

/// The worker's script as text inside of the page's.
const worker = {
  name: "worker",
  setup(all) {
    all.onResolve({ filter: /^worker:/ }, (a) => ({ path: a.path.slice(7), namespace: "worker" }));
    all.onLoad({ filter: /.*/, namespace: "worker" }, async (a) => {
      const made = await build({ ...shared, entryPoints: [here + "src/" + a.path], format: "iife", write: false });
      return { contents: made.outputFiles[0].text, loader: "text" };
    });
  },
};

const made = await build({
  ...shared, entryPoints: [here + "src/main.ts"], format: "iife", write: false, plugins: [worker],
  banner: { js: `/* holdfast, Apache-2.0; three.js ${version("three")}, MIT, copyright 2010-2026 three.js authors; uPlot ${version("uplot")}, MIT, copyright 2022 Leon Sorokin: viewer/bundle/NOTICE */` },
});
// Blanks at the ends of lines are those of shaders, to which they mean nothing.
writeFileSync(out + "/viewer.js", made.outputFiles[0].text.replace(/^[ \t]+|[ \t]+$/gm, "").replace(/\n{2,}/g, "\n"));
await build({ ...shared, minify: false, entryPoints: [here + "npm/index.ts"], format: "esm", outfile: out + "/npm/index.js" });
rmSync(out + "/npm/types", { recursive: true, force: true });
execFileSync(here + "node_modules/.bin/tsc", ["-p", here + "npm", "--outDir", out + "/npm/types"], { stdio: "inherit" });
writeFileSync(out + "/npm/package.json", JSON.stringify({
  name: "holdfast", version: /VERSION ([0-9.]+)/.exec(readFileSync(here + "../CMakeLists.txt", "utf8").replace(/cmake_minimum_required.*/, ""))[1],
  description: "Multibody dynamics whose contacts obey exact Coulomb friction, as WebAssembly", license: "Apache-2.0", type: "module",
  main: "index.js", types: "types/npm/index.d.ts", files: ["index.js", "holdfast.wasm", "types", "README.md"],
}, null, 2) + "\n");
