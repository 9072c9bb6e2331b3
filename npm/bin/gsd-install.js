#!/usr/bin/env node
// Runs the program of this platform, which npm has installed as an optional dependency. Nothing
// is fetched and no install script is needed.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const name = `@gsd-install/${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "gsd-install.exe" : "gsd-install";

let program;
try {
  program = require.resolve(`${name}/bin/${file}`);
} catch {
  const known = Object.keys(require("../package.json").optionalDependencies);
  console.error(`gsd-install: ${name} is not installed`);
  console.error(
    known.includes(name)
      ? "hint: install again without --omit=optional or --no-optional"
      : `hint: there is no program for this platform; build it with Go: docs/install.md`,
  );
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// The program ends where nothing is half done, and this waits for it. A terminal sends an
// interrupt to both, which the program takes for one; on Windows, where it always does, passing
// it on would kill.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (process.platform !== "win32" || signal !== "SIGINT") child.kill(signal);
  });
}
child.on("error", (err) => {
  console.error(`gsd-install: ${program}: ${err.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(signal ? 128 + constants.signals[signal] : code);
});
