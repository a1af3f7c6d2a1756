import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isUnknown } from './denied-folder.ts';
import { askWhetherServed, requireNotServed } from './served-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'tracker-served-'));
const folder = join(root, 'crew');
const data = join(folder, 'storage/app/tracker');
for (const path of [join(folder, 'public'), data]) mkdirSync(path, { recursive: true });
after(() => rmSync(root, { recursive: true }));

/** A web server over `shown`, with the folder `public` as the site at `/crew`, but for what `denies` names. */
async function serve(shown: string, denies: RegExp = /^$/, decoy = '', isDecoy = (_path: string) => false) {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const inPublic = join(folder, 'public', path.replace(/^\/crew/, ''));
    const file = existsSync(inPublic) ? inPublic : join(shown, path);
    if (isDecoy(path)) response.end(decoy);
    else if (denies.test(path) || !existsSync(file)) response.writeHead(404).end('no');
    else response.end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/crew`;
  return {
    site: { folder, siteUrl },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a data directory that the site shows is found, by a file in it and by the journal itself', async () => {
  await using open = await serve(root);
  assert.equal(await askWhetherServed(data, open.site), 'readable');
  await assert.rejects(requireNotServed(data, open.site, assert.fail), /can be read through .*--data/);
  writeFileSync(join(data, 'journal.sqlite'), 'SQLite format 3\0 of this site');
  await using onlyJournal = await serve(root, /check-/);
  assert.equal(await askWhetherServed(data, onlyJournal.site), 'readable');
  rmSync(join(data, 'journal.sqlite'));
  assert.deepEqual([readdirSync(data), readdirSync(join(folder, 'public'))], [[], []], 'nothing of it is left behind');
});

test('a site that shows another journal at any address shows none of ours', async () => {
  await using decoy = await serve(root, /./, 'SQLite format 3\0 of nobody', (path) => path.endsWith('.sqlite'));
  writeFileSync(join(data, 'journal.sqlite'), 'SQLite format 3\0 of this site');
  assert.notEqual(await askWhetherServed(data, decoy.site), 'readable');
  rmSync(join(data, 'journal.sqlite'));
});

test('404 counts as a denial only when the control file could be read', async () => {
  await using denying = await serve(root, /storage/);
  assert.equal(await askWhetherServed(data, denying.site), 'denied');
  const elsewhere = { folder, siteUrl: denying.site.siteUrl.replace('/crew', '/other') };
  await using dead = await serve(root, /./);
  assert.ok(isUnknown(await askWhetherServed(data, elsewhere)));
  assert.ok(isUnknown(await askWhetherServed(data, dead.site)));
  assert.equal(await askWhetherServed('/var/lib/tracker', dead.site), 'denied', 'it lies nowhere near the site');
});

test('where public was copied out of a crew center the control file lies in the copy', async () => {
  const apart = join(root, 'phpvms');
  const kept = join(root, 'phpvms/tracker');
  for (const path of [join(apart, 'public'), kept, join(root, 'public_html/crew')])
    mkdirSync(path, { recursive: true });
  await using open = await serve(join(root, 'public_html'));
  const site = { ...open.site, folder: apart };
  assert.ok(isUnknown(await askWhetherServed(kept, site)), 'no root was reported yet');
  writeFileSync(join(kept, 'document-root.txt'), `${join(root, 'public_html')}\n`);
  assert.equal(await askWhetherServed(kept, site), 'denied');
  assert.deepEqual(readdirSync(join(root, 'public_html/crew')), []);
});
