#!/usr/bin/env node
// Oracle for GitHub Copilot CLI: skill list, instruction list, and one headless turn against a loopback dummy API. usage: copilot.mjs HOME [PROJECT]
// commands are the skills that the model is told of, rules the instruction files that are read.
import {argv, dummy, run, lines, toolText, print, C} from './lib.mjs'; import fs from 'node:fs';
const {HOME, CWD} = argv(), BIN = process.env.COPILOT_BIN || C + '/copilot/node_modules/.bin/copilot', d = await dummy();
const env = {HOME, COPILOT_OFFLINE: 'true', COPILOT_ALLOW_ALL: 'true', COPILOT_AUTO_UPDATE: 'false', COPILOT_PROVIDER_BASE_URL: d.url + '/v1', COPILOT_MODEL: 'dummy', ...(process.env.COPILOT_HOME ? {COPILOT_HOME: process.env.COPILOT_HOME} : {})};
const ask = args => run(BIN, args, {env, cwd: CWD}), parse = s => { try { return JSON.parse(s) } catch { return [] } };
const out = {client: 'copilot', version: (await ask(['--version'])).o.trim().split('\n')[0], skills: [], agents: [], commands: [], hooks: [], rules: [], errors: []};
const skills = await ask(['skill', 'list', '--json']); out.skills = parse(skills.o); if (skills.e.trim()) out.errors.push({from: 'skill list', message: skills.e.slice(0, 2000)});
out.rules = parse((await ask(['instruction', 'list', '--json'])).o).map(i => ({name: i.label, path: i.sourcePath, applyTo: i.applyTo || []}));
const logs = d.T + '/logs', turn = await ask(['-p', 'hi', '--output-format', 'json', '--log-level', 'all', '--log-dir', logs]); if (turn.code) out.errors.push({from: 'exit', message: turn.code + ' ' + turn.e.slice(-600)});
const reqs = d.requests(), enumOf = toolText(reqs, 'task').match(/"agent_type":\{"type":"string","enum":(\[[^\]]*\])/); out.agents = enumOf ? JSON.parse(enumOf[1]) : [];
for (const m of JSON.stringify(reqs.find(r => r.body?.tools?.length)?.body ?? '').matchAll(/<skill>\\n\s*<name>([^<]+)<\/name>\\n\s*<description>([^<]*)/g)) out.commands.push({name: m[1], description: m[2]});
const log = fs.existsSync(logs) ? fs.readdirSync(logs).map(f => fs.readFileSync(logs + '/' + f, 'utf8')).join('') : '';
if (process.env.KEEP_DEBUG) fs.writeFileSync(process.env.KEEP_DEBUG, log);
const usual = /built-in catalog|forceLoginOrgs|reload managed hooks|not delivered to its registered|in prompt mode|tls_certs|trust anchor|MCP server connection failed/;
for (const l of log.split('\n')) { if (/\[(WARNING|ERROR)\]/.test(l) && !usual.test(l)) out.errors.push({from: 'log', message: l.slice(25, 600)}); if (/"event_type":"hook\.end"/.test(l)) out.hooks.push({event: 'hook.end', outcome: 'success'}) }
d.close(); print(out);
