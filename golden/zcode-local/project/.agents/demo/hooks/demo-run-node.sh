#!/bin/sh
# Runs a hook with node, wherever node is. Without node it does nothing.
for node in \
	"$(command -v node 2>/dev/null)" \
	"$HOME/.volta/bin/node" \
	"$HOME/.asdf/shims/node" \
	"$HOME/.local/share/mise/shims/node" \
	"$HOME/.local/bin/node" \
	"$HOME/.nvm/current/bin/node" \
	"$HOME"/.nvm/versions/node/*/bin/node \
	"$HOME"/.local/share/fnm/node-versions/*/installation/bin/node \
	/opt/homebrew/bin/node \
	/usr/local/bin/node \
	/usr/bin/node
do
	if [ -n "$node" ] && [ -x "$node" ]; then
		exec "$node" "$@"
	fi
done
exit 0
