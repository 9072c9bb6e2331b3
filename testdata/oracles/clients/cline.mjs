#!/usr/bin/env node
// Oracle for Cline: the loaders of @cline/core on the folders of HOME and PROJECT, and its runner of hook files, which runs them. usage: cline.mjs HOME [PROJECT]
// TOOL=editor INPUT='{"path":"x"}' is the call that the hooks of PreToolUse and PostToolUse are told of.
import {argv, print, C} from './lib.mjs'; import fs from 'node:fs';
const {HOME, CWD} = argv(); process.env.HOME = HOME; process.chdir(CWD);
const core = await import(process.env.CLINE_CORE || C + '/cline/node_modules/@cline/core/dist/index.js');
const at = C + '/cline/node_modules/@cline/core/package.json', out = {client: 'cline', version: fs.existsSync(at) ? JSON.parse(fs.readFileSync(at)).version : '', skills: [], agents: [], commands: [], hooks: [], rules: [], servers: [], errors: []};
const fail = (from, e) => out.errors.push({from, message: String(e?.message ?? e)}); console.warn = (...a) => fail('warn', a.join(' '));
const s = core.createUserInstructionConfigService({skills: {workspacePath: CWD}, rules: {workspacePath: CWD}, workflows: {workspacePath: CWD}, emitParseErrors: true}); await s.start();
out.skills = s.listRecords('skill').map(r => ({name: r.item.name, description: r.item.description, path: r.filePath}));
out.rules = s.listRecords('rule').map(r => ({name: r.item.name, path: r.filePath, frontmatter: r.item.frontmatter}));
out.commands = s.listRuntimeCommands().map(c => ({name: c.name, kind: c.kind}));
s.stop();
const a = core.loadConfiguredAgentConfigs({workspaceRoot: CWD}); out.agents = a.configs.map(c => c.name); out.agentTools = Object.fromEntries(a.configs.map(c => [c.name, c.tools ?? null])); for (const e of a.errors) fail(e.path, e.error);
try { if (core.hasMcpSettingsFile()) out.servers = core.resolveMcpServerRegistrations().map(r => ({name: r.name, transport: r.transport})) } catch (e) { fail('mcp', e) }
for (const f of core.listHookConfigFiles(CWD)) out.hooks.push({event: f.fileName, phase: f.hookEventName ?? '', path: f.path});
const h = core.createHookConfigFileHooks({cwd: CWD, workspacePath: CWD, detachAsyncHooks: false, logger: {log: m => fail('hook', m)}}), snapshot = {agentId: 'a', conversationId: 'c', iteration: 1};
const call = {snapshot, toolCall: {toolCallId: 't', toolName: process.env.TOOL || 'editor'}, input: JSON.parse(process.env.INPUT || '{"path":"x"}'), result: {output: 'done'}, durationMs: 1, startedAt: new Date(0), endedAt: new Date(1)};
out.answers = {};
for (const [name, of] of [['beforeRun', {snapshot}], ['beforeTool', call], ['afterTool', call]]) if (h?.[name]) out.answers[name] = await h[name](of) ?? null;
print(out);
