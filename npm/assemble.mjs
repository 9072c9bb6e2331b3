// Makes the packages for npm of what goreleaser has built: node npm/assemble.mjs VERSION DIST OUT.
// DIST has artifacts.json; OUT gets a folder for the wrapper, gsd-install, and one for each platform.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const top = dirname(here);
const [version, dist, out] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version ?? "") || !dist || !out) {
  console.error("usage: node npm/assemble.mjs VERSION DIST OUT");
  process.exit(2);
}

// What node calls the systems and processors that Go calls otherwise.
const systems = { windows: "win32" };
const processors = { amd64: "x64" };

const wrapper = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const wanted = new Set(Object.keys(wrapper.optionalDependencies));
const built = JSON.parse(readFileSync(join(dist, "artifacts.json"), "utf8")).filter((a) => a.type === "Binary");

// What OUT has of an earlier time goes, and nothing but that.
const folders = new Set([...wanted].map((name) => name.split("/")[1])).add("gsd-install");
const other = existsSync(out) && readdirSync(out).find((name) => !folders.has(name));
if (other) {
  console.error(`${out} has ${other} in it, which is no package; name another folder`);
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
for (const { goos, goarch, path } of built) {
  const os = systems[goos] ?? goos;
  const cpu = processors[goarch] ?? goarch;
  const name = `@gsd-install/${os}-${cpu}`;
  if (!wanted.delete(name)) {
    console.error(`${path}: npm/package.json does not name ${name}`);
    process.exit(1);
  }
  const dir = join(out, `${os}-${cpu}`);
  const file = os === "win32" ? "gsd-install.exe" : "gsd-install";
  mkdirSync(join(dir, "bin"), { recursive: true });
  copyFileSync(resolve(dist, "..", path), join(dir, "bin", file));
  chmodSync(join(dir, "bin", file), 0o755);
  copyFileSync(join(top, "LICENSE"), join(dir, "LICENSE"));
  copyFileSync(join(top, "release/files/NOTICES"), join(dir, "NOTICES"));
  write(dir, {
    name,
    version,
    description: `The program gsd-install for ${os} on ${cpu}`,
    license: wrapper.license,
    files: ["bin", "LICENSE", "NOTICES"],
    os: [os],
    cpu: [cpu],
  });
}
if (wanted.size > 0) {
  console.error(`${dist} has no program for ${[...wanted].join(", ")}`);
  process.exit(1);
}

const dir = join(out, "gsd-install");
mkdirSync(join(dir, "bin"), { recursive: true });
copyFileSync(join(here, "bin/gsd-install.js"), join(dir, "bin/gsd-install.js"));
chmodSync(join(dir, "bin/gsd-install.js"), 0o755);
copyFileSync(join(top, "LICENSE"), join(dir, "LICENSE"));
copyFileSync(join(top, "README.md"), join(dir, "README.md"));
for (const name of Object.keys(wrapper.optionalDependencies)) {
  wrapper.optionalDependencies[name] = version;
}
write(dir, { ...wrapper, version });

function write(dir, manifest) {
  writeFileSync(join(dir, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
}
