// Runs the hooks of the pack demo for pi. gsd-install writes this file anew.
const table = {
  "prefix": "demo",
  "tools": {
    "bash": "Bash",
    "edit": "Edit",
    "find": "Glob",
    "grep": "Grep",
    "ls": "LS",
    "read": "Read",
    "write": "Write"
  },
  "hooks": [
    {
      "event": "SessionStart",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' '/home/user/.agents/demo/hooks/demo-start.sh'",
      "files": [
        "/home/user/.agents/demo/hooks/demo-start.sh"
      ],
      "timeout": 5
    },
    {
      "event": "SessionStart",
      "matcher": "startup|resume",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' '/home/user/.agents/demo/hooks/demo-run-node.sh' '/home/user/.agents/demo/hooks/demo-context.js'",
      "files": [
        "/home/user/.agents/demo/hooks/demo-context.js",
        "/home/user/.agents/demo/hooks/demo-run-node.sh"
      ],
      "timeout": 3
    },
    {
      "event": "PreToolUse",
      "matcher": "write|edit",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' '/home/user/.agents/demo/hooks/demo-run-node.sh' '/home/user/.agents/demo/hooks/demo-guard.js' --strict",
      "files": [
        "/home/user/.agents/demo/hooks/demo-guard.js",
        "/home/user/.agents/demo/hooks/demo-run-node.sh"
      ],
      "timeout": 10
    },
    {
      "event": "PreToolUse",
      "matcher": "mcp__demo__lookup|bash",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' '/home/user/.agents/demo/hooks/demo-start.sh' --note 'a b' ''",
      "files": [
        "/home/user/.agents/demo/hooks/demo-start.sh"
      ],
      "timeout": 1200
    },
    {
      "event": "PostToolUse",
      "command": "CLAUDE_PLUGIN_ROOT='/home/user/.agents/demo'; export CLAUDE_PLUGIN_ROOT; cat \"${CLAUDE_PLUGIN_ROOT}/guide.md\" >/dev/null"
    },
    {
      "event": "UserPromptSubmit",
      "command": "true"
    },
    {
      "event": "Stop",
      "command": "sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"' '/home/user/.agents/demo/hooks/demo-run-node.sh' '/home/user/.agents/demo/hooks/demo-guard.js'",
      "files": [
        "/home/user/.agents/demo/hooks/demo-guard.js",
        "/home/user/.agents/demo/hooks/demo-run-node.sh"
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

// The input of a tool in Claude Code's words.
const toolInput = (id, input) => {
  const { path, edits, ...rest } = input ?? {};
  if (path === undefined || !["read", "write", "edit"].includes(id)) return input;
  const parts = Array.isArray(edits) ? edits : [];
  const joined = (key) => parts.map((part) => part?.[key] ?? "").join("\n");
  return { file_path: path, ...rest, ...(edits ? { old_string: joined("oldText"), new_string: joined("newText") } : {}) };
};

const sources = { new: "clear", resume: "resume", fork: "resume" };

export default function (pi) {
  // What hooks said that the model has not been told yet.
  let waiting = [];
  const event = (ctx, more) => ({
    session_id: ctx.sessionManager?.getSessionId?.(),
    cwd: ctx.cwd,
    project: ctx.cwd,
    ...more,
  });

  pi.on("session_start", async (happened, ctx) => {
    const source = sources[happened.reason] ?? "startup";
    waiting = [(await fire("SessionStart", event(ctx, { source }), source)).context];
  });

  pi.on("input", async (happened, ctx) => {
    if (happened.source === "extension") return;
    const said = await fire("UserPromptSubmit", event(ctx, { prompt: happened.text }));
    if (said.block) {
      ctx.ui?.notify?.(said.reason, "warning");
      return { action: "handled" };
    }
    waiting.push(said.context);
  });

  pi.on("before_agent_start", async () => {
    const content = waiting.splice(0).filter(Boolean).join("\n\n");
    if (content) return { message: { customType: table.prefix + "-hooks", content, display: false } };
  });

  pi.on("tool_call", async (happened, ctx) => {
    const { toolName: id, toolCallId, input } = happened;
    const about = { tool_name: toolName(id), tool_input: toolInput(id, input), tool_use_id: toolCallId };
    const said = await fire("PreToolUse", event(ctx, about), id);
    if (said.block) return { block: true, reason: said.reason };
  });

  pi.on("tool_result", async (happened, ctx) => {
    const { toolName: id, toolCallId, input, content } = happened;
    const tool_response = content?.map((part) => part.text ?? "").join("\n");
    const about = { tool_name: toolName(id), tool_input: toolInput(id, input), tool_use_id: toolCallId, tool_response };
    const said = await fire("PostToolUse", event(ctx, about), id);
    const text = [said.block ? said.reason : "", said.context].filter(Boolean).join("\n\n");
    if (text) return { content: [...(content ?? []), { type: "text", text }] };
  });

  pi.on("session_before_compact", async (happened, ctx) => {
    const trigger = happened.reason === "manual" ? "manual" : "auto";
    await fire("PreCompact", event(ctx, { trigger }), trigger);
  });

  pi.on("agent_settled", async (_, ctx) => {
    await fire("Stop", event(ctx, { stop_hook_active: false }));
  });

  pi.on("session_shutdown", async (happened, ctx) => {
    const reason = happened.reason === "new" ? "clear" : "other";
    await fire("SessionEnd", event(ctx, { reason }), reason);
  });
}
