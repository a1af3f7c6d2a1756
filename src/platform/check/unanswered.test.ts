// alone: a server is opened before all tests
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { openEdgeKit } from '../open-edge.ts';
import { openSiteProfile } from '../open-profile.ts';
import { edgeSource } from '../phpvms5/edge-files.ts';
import { planFix } from './fix.ts';
import { checkSite, isFine } from './run.ts';

// Every question that a run asks is left without an answer once, and must leave a serious finding.

let home: string;
let folder: string;
let url: string;
/** Addresses that are asked, and those that get no answer. */
const asked = new Set<string>();
let silent: (path: string) => boolean = () => false;
/** Questions that are answered with this status alone. */
let refused: (path: string) => number | null = () => null;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent(new URL(request.url ?? '/', url).pathname);
  asked.add(plain(path));
  if (silent(plain(path))) return void request.socket.destroy();
  const status = refused(plain(path));
  if (status !== null) return void response.writeHead(status).end();
  const file = join(folder, path);
  const isFile = existsSync(file) && statSync(file).isFile() && !path.endsWith('.php');
  if (isFile) return void response.writeHead(200).end(readFileSync(file));
  request.resume();
  response.writeHead(path === '/' ? 200 : 404, { server: 'Apache' }).end('<html>a page');
}
const server = createServer(answer);

/** Names by chance are the same in every run. */
const plain = (path: string) => path.replaceAll(/[0-9a-f]{32}/g, 'X');

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home = mkdtempSync(join(tmpdir(), 'tracker-silence-'));
  folder = join(home, 'html');
  mkdirSync(join(home, 'tracker-data'), { mode: 0o700 });
  const constants = { USER: 'x', PASS: 'a password', NAME: 'x', SERVER: '127.0.0.1:1' };
  const defines = Object.entries(constants).map(([name, value]) => `define('DBASE_${name}', '${value}');`);
  write('core/local.config.php', `<?php ${defines.join(' ')} define('SITE_URL', '${url}');`);
  cpSync(edgeSource, join(folder, 'acars'), { recursive: true });
  for (const path of ['core/logs/log.txt', 'core/cache/x', 'install/install.php', 'installed/install.php'])
    write(path, 'canary');
  for (const path of [
    'dump.sql',
    'sub/a.zip',
    '.git/HEAD',
    'info.php',
    'phpMyAdmin/config.sample.inc.php',
    'acars/a.txt',
  ])
    write(path, path === 'info.php' ? '<?php phpinfo();' : 'canary');
  write('acars/storage/journal.sqlite', 'SQLite format 3\0');
});
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true });
});

async function check() {
  const kit = await openEdgeKit(folder, { data: join(home, 'tracker-data'), backup: null, listen: '127.0.0.1:1' });
  const limits = { crewCenterTimeoutMs: 100, maxForwardedWaits: 1, listen: null };
  const host = {
    databaseServer: null,
    php: '/nowhere/php',
    reportIntervalS: 60,
    suspendAfterMin: 30,
    abandonAfterH: 72,
  };
  const needs = { folder, kit, profile: openSiteProfile(folder), url: null, limits, formats: [], host };
  const found = await checkSite(needs, { pausesMs: [0] });
  return { ...found, names: found.report.findings.map(({ name, subject }) => `${name} ${subject}`) };
}

test('what the site leaves unanswered is a serious finding, whichever question it was, and nothing is repaired for it', async () => {
  const all = await check();
  assert.ok(!all.names.some((name) => /^not-(?:answered|checked)/.test(name)), all.names.join('\n'));
  const questions = [...asked].sort();
  assert.ok(questions.length > 40, questions.join());
  for (const question of questions) {
    silent = (path) => path === question;
    const { report, subject, names } = await check();
    const isSaid = names.some((name) => /^(?:not-answered|not-checked|site-not-reachable)/.test(name));
    assert.ok(isSaid && !isFine(report), `${question}:\n${names.join('\n')}`);
    const steps = planFix({ subject, report, named: [], place: join(home, 'tracker-data'), now: new Date() });
    const before = planFix({ ...all, named: [], place: join(home, 'tracker-data'), now: new Date() });
    assert.ok(steps.length <= before.length, `${question}: nothing more is repaired`);
  }
});

test('what a busy site says of a file is no answer: each finding is there, or it is said that it is not known', async () => {
  silent = () => false;
  const all = await check();
  for (const question of [...asked].filter((path) => path !== '/')) {
    refused = (path) => (path === question ? 503 : null);
    const { names } = await check();
    const isSaid = names.some((name) => /^not-(?:answered|checked)|^contract-not-answering/.test(name));
    const lost = all.names.filter((name) => !names.includes(name));
    assert.ok(isSaid || lost.length === 0, `${question} loses ${lost.join()}`);
  }
});

test('a site that refuses everything after so many questions, as a limit does, is not taken for one that denies', async () => {
  for (const status of [403, 404]) {
    let count = 0;
    refused = () => (++count > 30 ? status : null);
    const { report } = await check();
    const found = report.findings.filter(({ name }) => name === 'not-checked');
    assert.ok(
      found.some(({ evidence }) => /shown at first, and not at the end/.test(evidence)),
      String(status),
    );
    assert.ok(!isFine(report));
  }
  refused = () => null;
});

test('of a site that does not respond it is said what became of the question', async () => {
  silent = (path) => path === '/';
  const { report } = await check();
  const found = report.findings.find(({ name }) => name === 'site-not-reachable');
  assert.equal(found?.evidence, 'ECONNRESET');
  silent = () => false;
});

test('a site that answers nothing but its front page is not fine', async () => {
  silent = (path) => path !== '/';
  const { report, names } = await check();
  assert.ok(!isFine(report));
  assert.ok(names.includes(`not-answered ${url}`), names.join('\n'));
});
