#!/usr/bin/env node
// Oracle for CodeBuddy Code: one headless turn (stream-json) against a loopback dummy API; init event, tool descriptions, debug file. usage: codebuddy.mjs HOME [PROJECT]
// skills are those that the Skill tool lists, with what the model is told of each; commands the slash commands of the init event.
import {argv, dummy, run, lines, toolText, print, C} from './lib.mjs'; import fs from 'node:fs';
const {HOME, CWD} = argv(), dir = C + '/codebuddy/node_modules/@tencent-ai/agent-sdk/', BIN = process.env.CODEBUDDY_BIN || dir + 'cli/bin/codebuddy', d = await dummy();
const own = process.env.CODEBUDDY_CONFIG_DIR, env = {HOME, CODEBUDDY_API_KEY: 'x', CODEBUDDY_BASE_URL: d.url + '/v1', DISABLE_AUTOUPDATER: '1', ...(own ? {CODEBUDDY_CONFIG_DIR: own} : {})};
const debug = (own || HOME + '/.codebuddy') + '/debug', before = new Set(fs.existsSync(debug) ? fs.readdirSync(debug) : []);
const r = await run(process.execPath, [BIN, '-p', 'hi', '--output-format', 'stream-json', '--verbose', '--debug', '-y'], {env, cwd: CWD});
const out = {client: 'codebuddy', version: fs.existsSync(dir + 'package.json') ? JSON.parse(fs.readFileSync(dir + 'package.json')).version : '', skills: [], agents: [], commands: [], hooks: [], errors: []};
if (r.code) out.errors.push({from: 'exit', message: r.code + ' ' + (r.e || r.o).slice(-600)});
for (const m of lines(r.o)) if (m.subtype === 'init') out.commands = m.slash_commands || [];
const reqs = d.requests(), text = name => { const t = toolText(reqs, name); return t ? t.replace(/\\(["\\/])/g, '$1') : '' };
for (const m of text('Skill').matchAll(/^- ([^\s:]+)(?:: (.*?))? \(location: /gm)) out.skills.push({name: m[1], description: (m[2] || '').replace(/ ?\((user|project)\)$/, '')});
for (const m of text('Agent').matchAll(/^- ([\w-]+): .*\(Tools: ?/gm)) out.agents.push(m[1]);
let event = ''; for (const f of fs.existsSync(debug) ? fs.readdirSync(debug) : []) if (!before.has(f) && f !== 'latest') for (const l of fs.readFileSync(debug + '/' + f, 'utf8').split('\n')) {
  if (/\[(WARN|ERROR)\]/.test(l)) out.errors.push({from: 'debug', message: l.slice(0, 600)});
  const e = /executeHooks event=(\w+)/.exec(l), h = /Hook exited with code (-?\d+), command: (.*)/.exec(l); if (e) event = e[1]; if (h) out.hooks.push({event, exit: +h[1], command: h[2]}) }
if (process.env.KEEP_DEBUG) { fs.writeFileSync(process.env.KEEP_DEBUG, r.o + '\n=====\n' + r.e); fs.writeFileSync(process.env.KEEP_DEBUG + '.requests', JSON.stringify(reqs, null, 1)) }
d.close(); print(out);
