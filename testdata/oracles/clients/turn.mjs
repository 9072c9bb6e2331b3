#!/usr/bin/env node
// Takes one headless turn for each prompt of $PROMPTS (JSON) in the client $CLIENT, against a loopback dummy API: "turns" is what the model was sent, text only, in the order of the prompts.
// Clients whose -p sends what begins with a slash as it is are asked by the Agent Client Protocol (acp), as editors do; Cline's wants an account, so its core is asked what it would send.
// usage: turn.mjs HOME PROJECT; it writes into the sandbox what makes gemini, kimi-code and pi ask that API.
import {argv, dummy, run, C} from './lib.mjs'; import {spawn} from 'node:child_process'; import fs from 'node:fs'; import path from 'node:path';
const {HOME, CWD} = argv(), prompts = JSON.parse(process.env.PROMPTS), d = await dummy(), url = d.url + '/v1', node = process.execPath, bin = name => `${C}/${name}/node_modules/.bin/${name}`;
const served = {provider: {dummy: {npm: '@ai-sdk/openai-compatible', options: {baseURL: url, apiKey: 'x'}, models: {dummy: {}}}}, model: 'dummy/dummy', small_model: 'dummy/dummy', share: 'disabled', snapshot: false};
const command = p => { const [, name, rest] = /^\/(\S+) (.*)$/.exec(p); return ['run', '--command', name, rest] };
const clients = {
  claude: {turn: p => [bin('claude'), '-p', p], env: {ANTHROPIC_API_KEY: 'sk-ant-dummy', ANTHROPIC_BASE_URL: d.url, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', IS_SANDBOX: '1'}},
  cline: {core: C + '/cline/node_modules/@cline/core/dist/index.js'},
  codebuddy: {turn: p => [node, C + '/codebuddy/node_modules/@tencent-ai/agent-sdk/cli/bin/codebuddy', '-p', p, '-y'], env: {CODEBUDDY_API_KEY: 'x', CODEBUDDY_BASE_URL: url, DISABLE_AUTOUPDATER: '1'}},
  codex: {turn: p => [bin('codex'), 'exec', '--skip-git-repo-check', '--ephemeral', '-c', 'model_provider="dummy"', '-c', `model_providers.dummy={name="d",base_url="${url}",wire_api="responses",env_key="DUMMY_KEY"}`, p], env: {DUMMY_KEY: 'x'}},
  copilot: {acp: [bin('copilot'), '--acp'], env: {COPILOT_OFFLINE: 'true', COPILOT_ALLOW_ALL: 'true', COPILOT_AUTO_UPDATE: 'false', COPILOT_PROVIDER_BASE_URL: url, COPILOT_MODEL: 'dummy'}},
  gemini: {turn: p => [bin('gemini'), '-p', p], env: {GEMINI_API_KEY: 'x', NO_BROWSER: '1', GEMINI_CLI_TRUST_WORKSPACE: 'true', GOOGLE_GEMINI_BASE_URL: d.url, GEMINI_DEFAULT_AUTH_TYPE: 'gemini-api-key', GEMINI_CLI_NO_RELAUNCH: 'true'}, file: '.gemini/settings.json', text: had => JSON.stringify({...JSON.parse(had || '{}'), security: {auth: {selectedType: 'gemini-api-key'}}})},
  kilo: {turn: p => [C + '/kilo/node_modules/@kilocode/cli-linux-x64/bin/kilo', ...command(p)], env: {KILO_CONFIG_CONTENT: JSON.stringify(served), KILO_DISABLE_AUTOUPDATE: '1', KILO_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_MODELS_FETCH: '1'}},
  'kimi-code': {acp: [node, C + '/kimi-code/node_modules/@moonshot-ai/kimi-code/dist/main.mjs', 'acp'], env: {KIMI_DISABLE_TELEMETRY: '1'}, file: '.kimi-code/config.toml',
    text: had => `default_model = "dummy"\ntelemetry = false\n[providers.dummy]\ntype = "openai"\nbase_url = "${url}"\napi_key = "x"\n[models.dummy]\nprovider = "dummy"\nmodel = "dummy"\nmax_context_size = 1000000\n` + had},
  opencode: {turn: p => [bin('opencode'), ...command(p)], env: {OPENCODE_CONFIG_CONTENT: JSON.stringify(served), OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1'}},
  pi: {turn: p => [bin('pi'), '-p', p, '--no-session', '--model', 'dummy/dummy', '--approve'], env: {PI_OFFLINE: '1', PI_TELEMETRY: '0'}, file: '.pi/agent/models.json',
    text: () => JSON.stringify({providers: {dummy: {baseUrl: url, api: 'openai-completions', apiKey: 'x', models: [{id: 'dummy'}]}}})},
  qwen: {turn: p => [bin('qwen'), '--auth-type', 'openai', '-p', p], env: {OPENAI_API_KEY: 'x', OPENAI_BASE_URL: url, OPENAI_MODEL: 'dummy'}},
};
const client = clients[process.env.CLIENT], env = {PATH: path.dirname(node) + ':' + process.env.PATH, HOME, TERM: 'dumb', ...client.env}, out = {client: process.env.CLIENT, turns: [], errors: []};
const fail = (from, e) => out.errors.push({from, message: String(e?.message ?? e).slice(-900)});
if (client.file) { const file = path.join(HOME, client.file); fs.mkdirSync(path.dirname(file), {recursive: true}); fs.writeFileSync(file, client.text(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')) }
// The tools' descriptions are in every turn, and show nothing.
const texts = o => o && typeof o === 'object' ? Object.entries(o).flatMap(([k, v]) => k === 'tools' ? [] : texts(v)) : typeof o === 'string' ? [o] : [];
let seen = 0; const sent = () => { const all = d.requests(), fresh = all.slice(seen); seen = all.length; return fresh.flatMap(q => texts(q.body)).join('\n') };
const acp = async ([program, ...args], turns) => { const p = spawn(program, args, {env, cwd: CWD, detached: true, stdio: ['pipe', 'pipe', 'ignore']}), waiting = new Map(); let rest = '', id = 0; p.stdin.on('error', () => {});
  const write = m => p.stdin.write(JSON.stringify({jsonrpc: '2.0', ...m}) + '\n'), gone = new Promise((_, no) => { p.on('error', no); p.on('exit', code => no(Error('exit ' + code))); setTimeout(() => no(Error('no answer in time')), 120000).unref() }); gone.catch(() => {});
  p.stdout.on('data', x => { const all = (rest + x).split('\n'); rest = all.pop(); for (const l of all) { let m; try { m = JSON.parse(l) } catch { continue } if (m.method && m.id !== undefined) write({id: m.id, error: {code: -32601, message: 'not here'}}); else if (!m.method) waiting.get(m.id)?.(m) } });
  const call = async (method, params) => { write({id: ++id, method, params}); const m = await Promise.race([new Promise(r => waiting.set(id, r)), gone]); if (m.error) throw Error(method + ': ' + JSON.stringify(m.error)); return m.result };
  try { await call('initialize', {protocolVersion: 1, clientCapabilities: {fs: {readTextFile: false, writeTextFile: false}, terminal: false}, clientInfo: {name: 'oracle', version: '0'}});
    await turns(async prompt => { const {sessionId} = await call('session/new', {cwd: CWD, mcpServers: []}); await call('session/prompt', {sessionId, prompt: [{type: 'text', text: prompt}]}) }) } finally { try { process.kill(-p.pid, 'SIGKILL') } catch {} } };
try {
  if (client.core) { process.env.HOME = HOME; process.chdir(CWD); const s = (await import(client.core)).createUserInstructionConfigService({skills: {workspacePath: CWD}, rules: {workspacePath: CWD}, workflows: {workspacePath: CWD}}); await s.start(); for (const p of prompts) out.turns.push(await s.resolveRuntimeSlashCommand(p)); s.stop() }
  else if (client.acp) await acp(client.acp, async ask => { for (const p of prompts) { await ask(p); out.turns.push(sent()) } });
  else for (const p of prompts) { const [program, ...args] = client.turn(p), r = await run(program, args, {env, cwd: CWD, ms: 120000}); if (r.code) fail(p, r.code + ' ' + (r.e || r.o)); out.turns.push(sent()) }
} catch (e) { fail('turn', e) }
d.close(); process.stdout.write(JSON.stringify(out, null, 1), () => process.exit(0));
