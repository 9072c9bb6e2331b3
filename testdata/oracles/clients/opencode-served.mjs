#!/usr/bin/env node
// Oracle for OpenCode and Kilo: starts the server of the client on a sandbox HOME and asks what it has: skills and commands
// with their text, agents with prompt and mode. With PROMPT it also takes one turn against a loopback model, which answers
// a prompt with its tool calls in $CALLS ({prompt: [{name, args}]}, as JSON) and everything else with "ok"; "requests" is
// what the model was sent, answers of tools too.
// usage: opencode-served.mjs HOME [PROJECT] [--kilo]
import path from 'node:path'; import {spawn} from 'node:child_process'; import {argv, C, text, toolModel} from './lib.mjs';
const {HOME, CWD} = argv(), kilo = process.argv.includes('--kilo') || process.env.CLIENT === 'kilo', P = kilo ? 'KILO' : 'OPENCODE';
const BIN = kilo ? C + '/kilo/node_modules/@kilocode/cli-linux-x64/bin/kilo' : C + '/opencode/node_modules/.bin/opencode';
const calls = JSON.parse(process.env.CALLS || '{}'), prompt = process.env.PROMPT;
const model = await toolModel(calls), requests = model.requests;
const config = {provider: {dummy: {npm: '@ai-sdk/openai-compatible', options: {baseURL: model.url + '/v1', apiKey: 'x'}, models: {dummy: {}}}}, model: 'dummy/dummy', small_model: 'dummy/dummy', share: 'disabled', snapshot: false};
const env = {HOME, TERM: 'dumb', PATH: path.dirname(process.execPath) + ':' + process.env.PATH, [P + '_CONFIG_CONTENT']: JSON.stringify(config), [P + '_DISABLE_AUTOUPDATE']: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', KILO_DISABLE_MODELS_FETCH: '1'};
const client = spawn(BIN, ['serve', '--port', '0', '--hostname', '127.0.0.1', '--print-logs', '--log-level', 'WARN'], {env, cwd: CWD, detached: true, stdio: ['ignore', 'pipe', 'pipe']});
const out = {client: kilo ? 'kilo' : 'opencode', skills: [], commands: [], agents: [], requests, errors: []}; let log = '';
const say = e => out.errors.push({from: 'serve', message: String(e.cause || e).slice(0, 900)}), end = setTimeout(() => { say('no answer in time'); finish() }, 400000);
function finish() { clearTimeout(end); try { process.kill(-client.pid, 'SIGKILL') } catch {} model.close();
  for (const l of log.replace(/\x1b\[[0-9;]*m/g, '').split('\n')) if (/level=(WARN|ERROR)|^(WARN|ERROR) |^Error/.test(l) && !/models\.(dev|opencode)|api\.json|Unable to connect|dependency install failed|service=model-cache|PostHog/.test(l)) out.errors.push({from: 'log', message: l.slice(0, 900)});
  process.stdout.write(JSON.stringify(out, null, 1), () => process.exit(0)) }
const url = await new Promise(r => { const more = d => { log += d; const m = /listening on (http:\S+)/.exec(log); if (m) r(m[1]) }; client.stdout.on('data', more); client.stderr.on('data', more); client.on('exit', code => { say('exit ' + code + ': ' + log.slice(-900)); finish() }) });
const ask = async (what, body) => { const r = await fetch(`${url}/${what}?directory=${encodeURIComponent(CWD)}`, body && {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)}); if (!r.ok) throw Error(`${what}: ${r.status} ${(await r.text()).slice(0, 500)}`); return r.json() };
try { out.skills = (await ask('skill')).map(s => ({name: s.name, path: s.location, text: s.content})); out.commands = (await ask('command')).map(c => ({name: c.name, text: c.template, source: c.source})); out.agentFiles = (await ask('agent')).map(a => ({name: a.name, mode: a.mode, text: a.prompt})); out.agents = out.agentFiles.map(a => a.name);
  if (prompt) { const s = await ask('session', {}); out.answer = text((await ask(`session/${s.id}/message`, {parts: [{type: 'text', text: prompt}]})).parts) } } catch (e) { say(e) }
client.removeAllListeners('exit'); finish();
