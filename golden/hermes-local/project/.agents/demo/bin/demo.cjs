// ~/.claude, $HOME/.claude/demo and /demo:greet stay as they are: this is a program.
console.log('demo', process.argv.slice(2).join(' '));
