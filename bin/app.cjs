'use strict';
// The startup file for "Setup Node.js App" of hosting panels (Passenger, LiteSpeed), which may start it with an old Node and as often as they
// like. It serves nothing itself and opens no data: a request makes it start the one server of the private place, and is answered once that
// accepts connections. It lies in the place, or in the program that was unpacked there.
// Hosts count threads, and this process has to leave room for the server: one for libuv instead of four, before the first is made.
process.env.UV_THREADPOOL_SIZE = '1';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const net = require('node:net');
const path = require('node:path');

const maxWaitMs = 8000;
const lookEveryMs = 100;
const maxBetweenTriesMs = 60000;

const place = [__dirname, path.join(__dirname, '../../..')].find((folder) =>
  fs.existsSync(path.join(folder, 'folder.json')),
);
if (place === undefined) {
  console.error(
    'Tracker was not set up here: there is no folder.json. Begin in the browser, on the set-up page of your site.',
  );
  process.exit(1);
}

let tries = 0;
let notBefore = 0;

function readText(name) {
  return fs.readFileSync(path.join(place, name), 'utf8').trim();
}

/** The server's own lock keeps a second one away; this only keeps the tries seldom. */
function start() {
  const now = Date.now();
  if (now < notBefore) return;
  notBefore = now + Math.min(maxBetweenTriesMs, 1000 * 2 ** Math.min(6, tries));
  tries += 1;
  const version = readText('program.txt');
  if (!/^\d[\w.+-]*$/.test(version)) throw new Error('program.txt names no version');
  const program = path.join(place, 'program', version, 'tracker');
  // Where the host takes no more processes it is tried again.
  const child = spawn(program, ['keep', '--place', place], { cwd: place, detached: true, stdio: 'ignore' });
  child.on('error', (error) => console.error(`Tracker could not be started: ${error.message}`));
  child.unref();
}

function isServing(done) {
  const listen = JSON.parse(readText('folder.json')).listen || `unix:${path.join(place, 'tracker.sock')}`;
  const port = /^(.*):(\d+)$/.exec(listen);
  const target = listen.startsWith('unix:')
    ? { path: listen.slice(5) }
    : { host: port?.[1].replace(/[[\]]/g, '') || '127.0.0.1', port: Number(port?.[2]) };
  const probe = net.connect(target);
  const end = (isThere) => {
    probe.removeAllListeners('error').on('error', () => undefined);
    probe.destroy();
    done(isThere);
  };
  probe.setTimeout(1000, () => end(false));
  probe.once('connect', () => end(true)).once('error', () => end(false));
}

function answer(response, status, says) {
  const body = `${JSON.stringify(says)}\n`;
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(body),
  };
  response.writeHead(status, status === 503 ? { ...headers, 'Retry-After': '5' } : headers);
  response.end(body);
}

function wake(response, until) {
  guarded(response, () => isServing((isThere) => guarded(response, () => goOn(response, until, isThere))));
}

function goOn(response, until, isThere) {
  if (isThere) {
    tries = 0;
    answer(response, 200, { server: 'runs' });
    return;
  }
  // Whoever asked may have gone: it is looked for all the same, so that one that came up counts.
  if (Date.now() >= until) {
    const message = 'The tracking server is being started; try again in 5 seconds.';
    answer(response, 503, { error: { code: 'server-waking', message } });
    return;
  }
  start();
  setTimeout(() => wake(response, until), lookEveryMs);
}

/** What is wrong with the place is logged, and ends the request only. */
function guarded(response, work) {
  try {
    work();
  } catch (error) {
    console.error(`Tracker could not be started: ${error.message}`);
    const message = 'The tracking server could not be started; the log of this application has the reason.';
    answer(response, 503, { error: { code: 'server-not-started', message } });
  }
}

const server = http.createServer((request, response) => {
  request.resume();
  wake(response, Date.now() + maxWaitMs);
});
if (typeof PhusionPassenger === 'undefined') server.listen(Number(process.env.PORT) || 3000, '127.0.0.1');
else {
  PhusionPassenger.configure({ autoInstall: false });
  server.listen('passenger');
}
