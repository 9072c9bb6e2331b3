#!/usr/bin/env node
// Oracle for OpenCode and Kilo: one turn of `run` against a loopback model that answers a prompt with its tool calls in
// $CALLS ({prompt: [{name, args}]}, as JSON) and everything else with "ok". Prints what the model was sent, answers of tools too.
// usage: opencode-turn.mjs HOME [PROJECT] [--kilo]; PROMPT is the user's prompt ("hi")
import http from 'node:http'; import fs from 'node:fs'; import path from 'node:path'; import {argv, run, print, C} from './lib.mjs';
const {HOME, CWD} = argv(), kilo = process.argv.includes('--kilo'), P = kilo ? 'KILO' : 'OPENCODE';
const BIN = kilo ? C + '/kilo/node_modules/@kilocode/cli-linux-x64/bin/kilo' : C + '/opencode/node_modules/.bin/opencode';
const scripted = JSON.parse(process.env.CALLS || '{}'), prompt = process.env.PROMPT || 'hi', requests = [];
const text = c => typeof c === 'string' ? c : (c || []).map(p => p.text || '').join('\n');
const server = http.createServer((req, res) => { const c = []; req.on('data', d => c.push(d)); req.on('end', () => {
  let b; try { b = JSON.parse(Buffer.concat(c)) } catch { res.writeHead(404); return res.end() }
  const say = text((b.messages || []).filter(m => m.role === 'user').map(m => text(m.content)).join('\n')), system = (b.messages || []).filter(m => m.role === 'system').map(m => text(m.content)).join('\n');
  const results = (b.messages || []).filter(m => m.role === 'tool').map(m => ({id: m.tool_call_id, text: text(m.content)})), tools = (b.tools || []).map(t => t.function.name);
  requests.push({system, user: say, tools, results});
  const k = {id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'dummy'}, calls = tools.length && !results.length && scripted[Object.keys(scripted).find(p => say.startsWith(p))], first = Boolean(calls);
  const delta = first ? {role: 'assistant', tool_calls: calls.map((t, i) => ({index: i, id: 'call' + i, type: 'function', function: {name: t.name, arguments: JSON.stringify(t.args)}}))} : {role: 'assistant', content: 'ok'};
  res.writeHead(200, {'content-type': 'text/event-stream'}); for (const d of [{...k, choices: [{index: 0, delta, finish_reason: null}]}, {...k, choices: [{index: 0, delta: {}, finish_reason: first ? 'tool_calls' : 'stop'}], usage: {prompt_tokens: 1, completion_tokens: 1, total_tokens: 2}}]) res.write('data: ' + JSON.stringify(d) + '\n\n'); res.end('data: [DONE]\n\n') }) });
await new Promise(r => server.listen(0, '127.0.0.1', r));
const config = {provider: {dummy: {npm: '@ai-sdk/openai-compatible', options: {baseURL: `http://127.0.0.1:${server.address().port}/v1`, apiKey: 'x'}, models: {dummy: {}}}}, model: 'dummy/dummy', small_model: 'dummy/dummy', share: 'disabled'};
const env = {HOME, [P + '_CONFIG_CONTENT']: JSON.stringify(config), [P + '_DISABLE_AUTOUPDATE']: '1', [P + '_DISABLE_MODELS_FETCH']: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', PATH: path.dirname(process.execPath) + ':' + process.env.PATH};
const r = await run(BIN, ['run', '--print-logs', '--log-level', 'WARN', prompt], {env, cwd: CWD, ms: 180000});
server.close(); server.closeAllConnections?.();
const errors = r.e.split('\n').filter(l => /level=(WARN|ERROR)|^Error/.test(l) && !/models\.(dev|opencode)|api\.json|Unable to connect|dependency install failed/.test(l)).map(l => ({from: 'run', message: l.slice(0, 900)}));
if (r.code) errors.push({from: 'run', message: `exit ${r.code}: ${r.e.slice(-900)}`});
print({client: kilo ? 'kilo' : 'opencode', requests, output: r.o.slice(-2000), errors});
