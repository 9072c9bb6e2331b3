// Loads a module as pi does and fires its events: node pi.mjs MODULE STEPS, with STEPS a
// list of [event, fields]. Prints what each handler has thrown and returned.
import { pathToFileURL } from "node:url";

const [, , file, steps] = process.argv;
const module = await import(pathToFileURL(file));
const handlers = {}, notices = [];
module.default({ on: (name, handler) => (handlers[name] = handler) });
const ctx = {
  cwd: process.cwd(),
  sessionManager: { getSessionId: () => "s1" },
  ui: { notify: (text, kind) => notices.push([text, kind]) },
};
const results = [];
for (const [type, fields] of JSON.parse(steps)) {
  let threw, output;
  try {
    output = await handlers[type]({ type, ...fields }, ctx);
  } catch (e) {
    threw = e.message;
  }
  results.push({ threw, output });
}
console.log(JSON.stringify({ exports: Object.keys(module).length, results, notices }));
