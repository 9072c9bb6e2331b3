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
