// alone: it makes a new folder before each test
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { requireDenied } from './denied-folder.ts';
import { ownerOf } from './owner.ts';

const root = mkdtempSync(join(tmpdir(), 'tracker-denied-'));
const folder = join(root, 'acars/storage');
after(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

/** A web server over the site, but for what `denies` names. */
async function serve(denies: RegExp, refusal = (_url: string) => 'no') {
  const server = createServer((request, response) => {
    const file = join(root, request.url ?? '');
    const status = denies.test(request.url ?? '') ? 403 : existsSync(file) ? 200 : 404;
    response.writeHead(status).end(status === 200 ? readFileSync(file) : refusal(request.url ?? ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    siteUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What is said at the start, with the site at this address. */
async function start(siteUrl: string | null): Promise<readonly string[]> {
  const said: string[] = [];
  const log = (level: string, message: string) => said.push(`${level}: ${message}`);
  await requireDenied(folder, { folder: root, siteUrl }, ownerOf(root), log);
  return said;
}

test('data in the folder acars are served from only when the site denies them, and the operator is told what an update must leave', async () => {
  await using site = await serve(/storage/);
  assert.match((await start(site.siteUrl)).join(), /^warn: .*update of the site by FTP.*leave it in place$/);
  assert.deepEqual(readdirSync(folder), ['denied.json'], 'nothing of the check is left behind');
});

test('a site that shows them stops the start', async () => {
  await using site = await serve(/^$/);
  await assert.rejects(start(site.siteUrl), /can be read through .*TRACKER_PRIVATE_STORAGE_PATH/);
});

test('a site that does not answer stops the start, unless this address denied them before', async () => {
  const site = await serve(/storage/);
  await site[Symbol.asyncDispose]();
  await assert.rejects(start(site.siteUrl), /could not be asked/);
  const denying = await serve(/storage/);
  await start(denying.siteUrl);
  await denying[Symbol.asyncDispose]();
  assert.match((await start(denying.siteUrl)).join(), /was shown before/);
  await assert.rejects(start(null), /could not be asked/);
});

test('a page that prints its address shows no file', async () => {
  await using site = await serve(/storage/, (url) => `<h1>Not found: ${url}</h1>`);
  assert.match((await start(site.siteUrl)).join(), /^warn: /);
  await using echo = await serve(/./, (url) => `<h1>Not found: ${url}</h1>`);
  await assert.rejects(start(echo.siteUrl), /could not be asked/);
});

test('404 for everything is no denial', async () => {
  await using site = await serve(/./);
  await assert.rejects(start(site.siteUrl), /could not be asked/);
});
