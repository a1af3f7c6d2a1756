import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openPhpvms5Folder } from './open-folder.ts';

const shared = mkdtempSync(join(tmpdir(), 'tracker-five-'));
const folder = join(shared, 'crew');
mkdirSync(join(folder, 'core'), { recursive: true });
after(() => rmSync(shared, { recursive: true }));

test('data beside a site whose web server shows more than the site are found, and stop the start', async () => {
  // The document root is the folder above, whose rule leads visitors into the crew center; files that exist are shown.
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const file = [join(shared, path), join(folder, path)].find((each) => existsSync(each) && statSync(each).isFile());
    if (file === undefined) response.writeHead(404).end('no');
    else response.end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const constants = {
    DBASE_USER: 'va',
    DBASE_PASS: 'x',
    DBASE_NAME: 'va',
    DBASE_SERVER: 'localhost',
    SITE_URL: siteUrl,
  };
  const lines = Object.entries(constants).map(([name, value]) => `define('${name}', '${value}');`);
  writeFileSync(join(folder, 'core/local.config.php'), `<?php ${lines.join(' ')}`);
  const options = { dataDirectory: null, databaseServer: null, php: null, log: () => {} };
  try {
    await assert.rejects(openPhpvms5Folder(folder, options), /tracker-data can be read through .*Stop the server/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
