// Runs the hooks of the pack demo for OpenCode. gsd-install writes this file anew.
const table = {
  "prefix": "demo",
  "root": "../../",
  "tools": {
    "apply_patch": "Edit",
    "bash": "Bash",
    "edit": "Edit",
    "glob": "Glob",
    "grep": "Grep",
    "lsp": "LSP",
    "question": "AskUserQuestion",
    "read": "Read",
    "skill": "Skill",
    "task": "Task",
    "todowrite": "TodoWrite",
    "webfetch": "WebFetch",
    "websearch": "WebSearch",
    "write": "Write"
  },
  "hooks": [
    {
      "event": "SessionStart",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' \"${CLAUDE_PROJECT_DIR}\"/'.agents/demo/hooks/demo-start.sh'",
      "files": [
        ".agents/demo/hooks/demo-start.sh"
      ],
      "timeout": 5
    },
    {
      "event": "SessionStart",
      "matcher": "startup|resume",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' \"${CLAUDE_PROJECT_DIR}\"/'.agents/demo/hooks/demo-run-node.sh' \"${CLAUDE_PROJECT_DIR}\"/'.agents/demo/hooks/demo-context.js'",
      "files": [
        ".agents/demo/hooks/demo-context.js",
        ".agents/demo/hooks/demo-run-node.sh"
      ],
      "timeout": 3
    },
    {
      "event": "PreToolUse",
      "matcher": "write|apply_patch|edit",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' \"${CLAUDE_PROJECT_DIR}\"/'.agents/demo/hooks/demo-run-node.sh' \"${CLAUDE_PROJECT_DIR}\"/'.agents/demo/hooks/demo-guard.js' --strict",
      "files": [
        ".agents/demo/hooks/demo-guard.js",
        ".agents/demo/hooks/demo-run-node.sh"
      ],
      "timeout": 10
    },
    {
      "event": "PreToolUse",
      "matcher": "demo_lookup|bash",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' \"${CLAUDE_PROJECT_DIR}\"/'.agents/demo/hooks/demo-start.sh' --note 'a b' ''",
      "files": [
        ".agents/demo/hooks/demo-start.sh"
      ],
      "timeout": 1200
    },
    {
      "event": "PostToolUse",
      "command": "CLAUDE_PLUGIN_ROOT=\"${CLAUDE_PROJECT_DIR}\"/'.agents/demo'; export CLAUDE_PLUGIN_ROOT; cat \"${CLAUDE_PLUGIN_ROOT}/guide.md\" >/dev/null"
    },
    {
      "event": "UserPromptSubmit",
      "command": "true"
    },
    {
      "event": "Stop",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' \"${CLAUDE_PROJECT_DIR}\"/'.agents/demo/hooks/demo-run-node.sh' \"${CLAUDE_PROJECT_DIR}\"/'.agents/demo/hooks/demo-guard.js'",
      "files": [
        ".agents/demo/hooks/demo-guard.js",
        ".agents/demo/hooks/demo-run-node.sh"
      ]
    }
  ]
};

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

// The inputs of a tool in Claude Code's words: file_path for filePath. A patch is one edit
// of each file that it names.
const toolInputs = (id, args, directory) => {
  const patch = id === "apply_patch" ? String(args?.patchText ?? "") : "";
  const files = [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)];
  if (files.length > 0) return files.map((file) => ({ file_path: resolve(directory, file[1].trim()), new_string: patch }));
  const snake = (key) => key.replace(/[A-Z]/g, (letter) => "_" + letter.toLowerCase());
  return [Object.fromEntries(Object.entries(args ?? {}).map(([key, value]) => [snake(key), value]))];
};

export const Hooks = async ({ client, directory, worktree }) => {
  const loaded = Date.now();
  const started = new Set();
  const project = worktree && worktree !== "/" ? worktree : directory;
  const event = (id, more) => ({ session_id: id, cwd: directory, project, ...more });

  // A session with a parent is a subagent's.
  const session = async (id) => {
    try {
      return (await client.session.get({ path: { id } })).data ?? {};
    } catch {
      return {};
    }
  };

  const toolEvents = async (name, input, args, more) => {
    const said = [];
    for (const tool_input of toolInputs(input.tool, args, directory)) {
      const about = { tool_name: toolName(input.tool), tool_input, tool_use_id: input.callID, ...more };
      said.push(await fire(name, event(input.sessionID, about), input.tool));
    }
    return said;
  };

  return {
    "chat.message": async (input, output) => {
      if (!wanted("SessionStart") && !wanted("UserPromptSubmit")) return;
      const id = input.sessionID;
      const about = await session(id);
      if (about.parentID) return;
      const texts = [];
      if (!started.has(id)) {
        started.add(id);
        const source = about.time?.created < loaded ? "resume" : "startup";
        texts.push((await fire("SessionStart", event(id, { source }), source)).context);
      }
      const words = output.parts.filter((part) => part.type === "text" && !part.synthetic);
      const prompt = words.map((part) => part.text).join("\n");
      const said = await fire("UserPromptSubmit", event(id, { prompt }));
      if (said.block) throw new Error(said.reason);
      texts.push(said.context);
      const text = texts.filter(Boolean).join("\n\n");
      const last = output.parts.at(-1);
      if (!text || !last) return;
      // Parts are put in order by id.
      output.parts.push({ id: last.id + "1", sessionID: id, messageID: last.messageID, type: "text", text, synthetic: true });
    },

    "tool.execute.before": async (input, output) => {
      const blocks = (await toolEvents("PreToolUse", input, output.args)).filter((said) => said.block);
      if (blocks.length > 0) throw new Error(blocks.map((said) => said.reason).join("\n\n"));
    },

    "tool.execute.after": async (input, output) => {
      const said = await toolEvents("PostToolUse", input, input.args, { tool_response: output?.output });
      const texts = said.flatMap((one) => [one.block ? one.reason : "", one.context]).filter(Boolean);
      if (texts.length > 0 && typeof output?.output === "string") output.output += "\n\n" + texts.join("\n\n");
    },

    "experimental.session.compacting": async (input, output) => {
      const said = await fire("PreCompact", event(input.sessionID, { trigger: "auto" }), "auto");
      if (said.context) output?.context?.push(said.context);
    },

    event: async ({ event: happened }) => {
      if (happened?.type !== "session.idle" || !(wanted("Stop") || wanted("SubagentStop"))) return;
      const id = happened.properties?.sessionID;
      const about = await session(id);
      await fire(about.parentID ? "SubagentStop" : "Stop", event(id, { stop_hook_active: false }));
    },
  };
};
