#!/usr/bin/env node
// Lets everything pass. ~/.claude/demo and /demo:greet are only words here.
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
