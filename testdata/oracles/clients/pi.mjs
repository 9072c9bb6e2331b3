#!/usr/bin/env node
// Oracle for pi: an RPC session in a sandbox HOME, its project trusted, lists the commands (skills are among them, as "skill:NAME").
// With PROMPT it takes one turn against a loopback model, which answers with the tool calls in $CALLS; "requests" is what the model was sent.
// usage: pi.mjs HOME [PROJECT]; it writes a models.json into the sandbox. AWAY=1 does not trust the project.
import {argv, C, print, toolModel} from './lib.mjs'; import {spawn} from 'node:child_process'; import fs from 'node:fs'; import path from 'node:path';
const {HOME, CWD} = argv(), root = C + '/pi/node_modules/@earendil-works/pi-coding-agent', BIN = process.env.PI_BIN || C + '/pi/node_modules/.bin/pi', prompt = process.env.PROMPT, dir = process.env.PI_CODING_AGENT_DIR || HOME + '/.pi/agent';
const model = await toolModel(JSON.parse(process.env.CALLS || '{}'));
fs.mkdirSync(dir, {recursive: true}); fs.writeFileSync(dir + '/models.json', JSON.stringify({providers: {dummy: {baseUrl: model.url + '/v1', api: 'openai-completions', apiKey: 'x', models: [{id: 'dummy'}]}}}));
const env = {HOME, TERM: 'dumb', PATH: path.dirname(process.execPath) + ':' + process.env.PATH, PI_OFFLINE: '1', PI_TELEMETRY: '0', ...(process.env.PI_CODING_AGENT_DIR ? {PI_CODING_AGENT_DIR: dir} : {})};
const out = {client: 'pi', version: JSON.parse(fs.readFileSync(root + '/package.json')).version, skills: [], agents: [], commands: [], hooks: [], requests: model.requests, errors: []};
const say = (from, message) => out.errors.push({from, message: String(message).slice(0, 900)});
const client = spawn(BIN, ['--mode', 'rpc', '--no-session', '--model', 'dummy/dummy', process.env.AWAY ? '--no-approve' : '--approve'], {env, cwd: CWD, detached: true, stdio: ['pipe', 'pipe', 'pipe']});
let rest = '', log = ''; const heard = [], waiting = [];
client.stdin.on('error', () => {}); client.stderr.on('data', d => log += d);
client.stdout.on('data', d => { const all = (rest + d).split('\n'); rest = all.pop(); for (const l of all) { let m; try { m = JSON.parse(l) } catch { say('stdout', l); continue } heard.push(m); for (const w of waiting.splice(0)) if (!w(m)) waiting.push(w) } });
const gone = new Promise(r => client.on('exit', code => r(code))), end = setTimeout(() => { say('rpc', 'no answer in time'); process.kill(-client.pid, 'SIGKILL') }, 120000);
const next = is => Promise.race([new Promise(r => waiting.push(m => is(m) && (r(m), true))), gone.then(code => { throw Error(`exit ${code}: ${log.slice(-600)}`) })]);
const ask = (type, more) => { client.stdin.write(JSON.stringify({id: type, type, ...more}) + '\n'); return next(m => m.type === 'response' && m.id === type) };
try { for (const c of (await ask('get_commands')).data.commands) { out.commands.push({name: c.name, source: c.source}); if (c.source === 'skill') out.skills.push({name: c.name.replace(/^skill:/, ''), path: c.sourceInfo?.path || c.path}) }
  if (prompt) { const settled = next(m => m.type === 'agent_settled'); settled.catch(() => {}); const r = await ask('prompt', {message: prompt}); if (!r.success) say('prompt', r.error); else await settled } } catch (e) { say('rpc', e) }
client.stdin.end(); const code = await gone; clearTimeout(end); if (code) say('exit', code + ' ' + log.slice(-600));
for (const m of heard) if (m.type === 'extension_error' || m.type === 'response' && !m.success) say(m.type, JSON.stringify(m));
for (const l of log.replace(/\x1b\[[0-9;]*m/g, '').split('\n')) if (l.trim()) say('stderr', l);
if (process.env.KEEP_DEBUG) fs.writeFileSync(process.env.KEEP_DEBUG, JSON.stringify(heard, null, 1) + log);
model.close(); print(out);
