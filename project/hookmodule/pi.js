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
