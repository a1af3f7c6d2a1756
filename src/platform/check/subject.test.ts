import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openEdgeKit } from '../open-edge.ts';
import { openSiteProfile } from '../open-profile.ts';
import { openSubject } from './subject.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-subject-'));
after(() => rmSync(home, { recursive: true }));

test('the copy of public that a site shows is a place of a phpVMS 7, and so is the document root above it', async (t) => {
  const [root, folder, data] = [join(home, 'public_html'), join(home, 'phpvms'), join(home, 'tracker')];
  for (const path of [join(root, 'crew'), join(folder, 'public'), data]) mkdirSync(path, { recursive: true });
  const server = createServer((request, response) => {
    const file = join(root, request.url ?? '');
    if (request.url === '/crew/') response.end('a page');
    else if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/crew`;
  writeFileSync(join(folder, 'artisan'), '');
  writeFileSync(join(folder, '.env'), `APP_URL=${url}\nAPP_KEY=base64:abcdefgh\nDB_DATABASE=va\nDB_USERNAME=u\n`);
  writeFileSync(join(data, 'document-root.txt'), `${root}\n`);
  const kit = await openEdgeKit(folder, { data, backup: null, listen: '127.0.0.1:8787', databaseServer: null });
  const limits = { crewCenterTimeoutMs: 100, maxForwardedWaits: 1, listen: null };
  const host = { databaseServer: null, php: null, reportIntervalS: 5, suspendAfterMin: 30, abandonAfterH: 12 };
  const needs = { folder, kit, profile: openSiteProfile(folder), url: null, limits, formats: [], host };
  const { places } = await openSubject(needs, { signal: AbortSignal.timeout(20_000), pausesMs: [0] });
  server.closeAllConnections();
  assert.deepEqual(places, [
    { folder: join(root, 'crew'), url },
    { folder: root, url: url.slice(0, -5) },
  ]);
});
