#!/usr/bin/env node
// Oracle for Kimi Code CLI: `kimi doctor`, then one headless turn against a loopback dummy API. A provider is put before what config.toml has, for the turn. usage: kimi-code.mjs HOME [PROJECT]
import {argv, dummy, run, toolText, print, C} from './lib.mjs'; import fs from 'node:fs'; import path from 'node:path';
const {HOME, CWD} = argv(), BIN = C + '/kimi-code/node_modules/@moonshot-ai/kimi-code/dist/main.mjs', d = await dummy(), env = {HOME, KIMI_DISABLE_TELEMETRY: '1'};
const node = (...a) => run(process.execPath, [BIN, ...a], {env, cwd: CWD}), out = {client: 'kimi-code', version: (await node('--version')).o.trim(), skills: [], agents: [], commands: [], hooks: [], errors: []};
const doctor = await node('doctor'); if (doctor.code || !/All checked config files are valid/.test(doctor.o)) out.errors.push({from: 'doctor', message: (doctor.o + doctor.e).slice(-600)});
const dir = HOME + '/.kimi-code', config = dir + '/config.toml', had = fs.existsSync(config) ? fs.readFileSync(config, 'utf8') : null; fs.mkdirSync(dir, {recursive: true});
const mine = `default_model = "dummy"\ntelemetry = false\n[providers.dummy]\ntype = "openai"\nbase_url = "${d.url}/v1"\napi_key = "x"\n[models.dummy]\nprovider = "dummy"\nmodel = "dummy"\nmax_context_size = 1000000\n`;
fs.writeFileSync(config, mine + (had || '')); const r = await node('-p', 'hi'); if (r.code) out.errors.push({from: 'exit', message: r.code + ' ' + r.e.slice(-600)});
if (had === null) fs.rmSync(config); else fs.writeFileSync(config, had);
const reqs = d.requests(), all = JSON.stringify(reqs).replace(/\\+n/g, '\n'); if (process.env.KEEP_REQUESTS) fs.writeFileSync(process.env.KEEP_REQUESTS, all);
const first = JSON.stringify(reqs.find(q => /completions/.test(q.url)) || '').replace(/\\+n/g, '\n'); for (const m of first.matchAll(/^- ([\w:-]+): .*\n\s+Path: /gm)) out.skills.push(m[1]);
for (const m of toolText(reqs, 'Agent').matchAll(/^- ([\w-]+):/gm)) out.agents.push(m[1]);
const logs = []; const walk = p => { for (const f of fs.existsSync(p) ? fs.readdirSync(p, {withFileTypes: true}) : []) { if (f.isDirectory()) walk(path.join(p, f.name)); else if (/\.(log|jsonl)$/.test(f.name)) logs.push(path.join(p, f.name)) } }; walk(dir);
for (const f of logs) for (const l of fs.readFileSync(f, 'utf8').split('\n')) if (/\b(WARN|ERROR)\b/.test(l)) out.errors.push({from: path.basename(f), message: l.slice(0, 500)});
d.close(); print(out);
