// Loads a module as OpenCode does and calls its hooks: node opencode.mjs MODULE STEPS, with
// STEPS a list of [hook, input, output]. Prints what each has thrown and made of its output.
import { pathToFileURL } from "node:url";

const [, , file, steps] = process.argv;
const module = await import(pathToFileURL(file));
const parents = { child: "parent" };
const get = async ({ path }) => {
  if (path.id === "lost") throw new Error("no such session");
  return { data: { id: path.id, parentID: parents[path.id], time: { created: path.id === "old" ? 1 : Date.now() + 1e6 } } };
};
const plugins = Object.values(module);
const hooks = await plugins[0]({ client: { session: { get } }, directory: process.cwd(), worktree: "/" });
const results = [];
for (const [name, input, output] of JSON.parse(steps)) {
  let threw;
  try {
    await hooks[name](input, output);
  } catch (e) {
    threw = e.message;
  }
  results.push({ threw, output });
}
console.log(JSON.stringify({ exports: plugins.length, results }));
