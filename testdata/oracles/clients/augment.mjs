#!/usr/bin/env node
// Oracle for Auggie: what it lists without a login: commands (skills are among them), rules and servers. It tells of no agents then, and takes no turn. usage: augment.mjs HOME [PROJECT]
import {argv, run, print, C} from './lib.mjs'; import fs from 'node:fs'; import path from 'node:path';
const {HOME, CWD} = argv(), root = C + '/augment/node_modules/@augmentcode/auggie', env = {HOME, PATH: path.dirname(process.execPath) + ':' + process.env.PATH};
const out = {client: 'augment', version: JSON.parse(fs.readFileSync(root + '/package.json')).version, skills: [], agents: [], commands: [], hooks: [], rules: [], servers: [], errors: []};
const list = async what => { const r = await run(process.execPath, [root + '/augment.mjs', what, 'list'], {env, cwd: CWD}), text = (r.o + '\n' + r.e).replace(/\x1b\[[0-9;]*m/g, '');
  if (r.code) out.errors.push({from: what, message: r.code + ' ' + text.slice(-600)});
  // The warnings of a client that has no account, and that a server of the pack does not run here, are no complaints.
  for (const l of text.split('\n')) if (/warn|invalid|ignor|error|unknown|missing/i.test(l) && /^\W*(warn|ignor|error|invalid|unknown|skill)/i.test(l) && !/Could not fetch (tenant|user) MCP server/.test(l)) out.errors.push({from: what, message: l.trim()});
  return text };
for (const m of (await list('command')).matchAll(/^  (\S+) \[args\.\.\.\]/gm)) { out.commands.push(m[1]); out.skills.push(m[1]) }
let type = ''; for (const l of (await list('rules')).split('\n')) { type = /^  \S (\w+): \d+/.exec(l)?.[1] ?? type; const m = /^ +[├└]─+ (.+)$/.exec(l); if (m) out.rules.push(path.basename(m[1].trim(), '.md') + ' ' + type) }
for (const m of (await list('mcp')).matchAll(/^\S (\S+) +(stdio|http|sse) /gm)) out.servers.push(m[1] + ' ' + m[2]);
print(out);
