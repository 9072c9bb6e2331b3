import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

// The project that this file was installed into; empty if it is for all of them.
const root = table.root ? resolve(fileURLToPath(new URL(table.root, import.meta.url))) : "";

// Runs one hook with the event on its standard input. A hook that is gone, cannot be
// started or takes too long has said nothing.
const run = (hook, event, project) =>
  new Promise((done) => {
    const silence = { code: 0, stdout: "", stderr: "" };
    try {
      if (!(hook.files ?? []).every((file) => existsSync(resolve(project, file)))) return done(silence);
      const child = spawn("sh", ["-c", hook.command], {
        cwd: event.cwd,
        env: { ...process.env, CLAUDE_PROJECT_DIR: project },
        detached: process.platform !== "win32",
      });
      const stop = () => {
        try {
          if (process.platform === "win32") child.kill("SIGKILL");
          else process.kill(-child.pid, "SIGKILL");
        } catch {}
        done(silence);
      };
      const timer = setTimeout(stop, (hook.timeout ?? 60) * 1000);
      const said = { ...silence };
      child.stdout.setEncoding("utf8").on("data", (text) => (said.stdout += text));
      child.stderr.setEncoding("utf8").on("data", (text) => (said.stderr += text));
      child.on("error", () => (clearTimeout(timer), done(silence)));
      child.on("close", (code) => (clearTimeout(timer), done({ ...said, code: code ?? 1 })));
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify(event));
    } catch {
      done(silence);
    }
  });

// What a hook wants, in Claude Code's two ways of saying it: by exit status and text, or
// in a JSON object.
const read = ({ code, stdout, stderr }) => {
  if (code === 2) return { block: true, reason: stderr.trim() };
  if (code !== 0) return {};
  let json;
  try {
    json = JSON.parse(stdout);
  } catch {}
  if (typeof json !== "object" || json === null) return { context: stdout.trim() };
  const own = json.hookSpecificOutput ?? {};
  const context = own.additionalContext;
  if (json.continue === false) return { block: true, reason: json.stopReason, context };
  if (json.decision === "block") return { block: true, reason: json.reason, context };
  // What the user is to be asked is refused: a hook of this host cannot have anybody asked.
  const held = ["deny", "ask"].includes(own.permissionDecision);
  return { block: held, reason: own.permissionDecisionReason, context };
};

const matches = (hook, word) => {
  if (!hook.matcher || word === undefined) return true;
  try {
    return new RegExp(`^(?:${hook.matcher})$`).test(word);
  } catch {
    return false;
  }
};

const wanted = (name) => table.hooks.some((hook) => hook.event === name);

// Runs all hooks of an event at once. word is what matchers are about: the host's name of
// the tool, or why a session starts.
const fire = async (name, event, word) => {
  const hooks = table.hooks.filter((hook) => hook.event === name && matches(hook, word));
  const project = root || event.project;
  const input = { hook_event_name: name, ...event, project: undefined };
  const all = (await Promise.all(hooks.map((hook) => run(hook, input, project)))).map(read);
  const blocks = all.filter((one) => one.block);
  const texts = (list) => list.filter((text) => typeof text === "string" && text).join("\n\n");
  return {
    block: blocks.length > 0,
    reason: texts(blocks.map((one) => one.reason)) || "blocked by a hook",
    context: texts(all.map((one) => one.context)),
  };
};

const toolName = (id) => table.tools[id] ?? id;
