#!/usr/bin/env node
// Says one line in the form that every host reads.
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'demo: ready' } }));
