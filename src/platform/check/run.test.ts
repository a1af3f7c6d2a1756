import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { EdgeKit } from '../site/edge-kit.ts';
import type { SiteProfile } from '../site/site-profile.ts';
import { checkSite, checks } from './run.ts';

/** Checks a folder with fifty open folders at a site that answers like this. */
async function checkAt(answer: RequestListener, maxMs: number) {
  const root = mkdtempSync(join(tmpdir(), 'tracker-check-'));
  for (let count = 0; count < 50; count++) {
    mkdirSync(join(root, `folder${count}`));
    writeFileSync(join(root, `folder${count}`, 'backup.sql'), 'INSERT INTO pilots');
  }
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nothing = async () => [];
  const profile: SiteProfile = {
    publicFolders: [root],
    trackingFolders: [],
    isEveryScriptObsolete: false,
    belongs: () => true,
    shippedFolders: ['folder1', 'folder2'],
    shippedFiles: /^$/,
    oldDataFolders: [],
    readSettings: nothing,
    readVersions: nothing,
    inspectHost: nothing,
  };
  const edgeChecks = Array.from(
    { length: 20 },
    (_, count) => ({ method: 'GET', path: `/${count}`, what: '' }) as const,
  );
  const kit = {
    siteUrl: url,
    isInstalled: () => true,
    checks: edgeChecks.map((each) => ({ ...each, judge: () => null })),
    keys: () => ({ byKind: {}, before: null }),
    statusPath: '/status',
    finishPath: '/finish',
    dataDirectory: join(root, 'data'),
    probe: async () => [],
  } as unknown as EdgeKit;
  const host = { databaseServer: null, php: null, reportIntervalS: 5, suspendAfterMin: 30, abandonAfterH: 12 };
  const limits = { crewCenterTimeoutMs: 10_000, maxForwardedWaits: 4, listen: null };
  const started = performance.now();
  try {
    const { report } = await checkSite({ folder: root, profile, kit, url, limits, formats: [], host }, { maxMs });
    return { report, ms: performance.now() - started };
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(root, { recursive: true });
  }
}

test('a site that answers its first page and then never again ends the check, which says what was not looked at', async () => {
  let asked = 0;
  const { report, ms } = await checkAt((_request, response) => void (++asked === 1 && response.end('a page')), 2_000);
  const brokenOff = report.findings.filter(({ name }) => name === 'check-broke-off');
  assert.ok(brokenOff.length >= 5 && brokenOff.length <= checks.length, brokenOff.map((each) => each.subject).join());
  for (const { evidence } of brokenOff) assert.equal(evidence, 'the whole took more than 2 s');
  // Most of it is what the machine does beside it.
  assert.ok(ms < 12_000, `${ms} ms`);
});

test('so does one that sends a byte of each answer now and then', async () => {
  const drip: RequestListener = (_request, response) => {
    response.write('x');
    const timer = setInterval(() => response.write('x'), 100);
    response.on('close', () => clearInterval(timer));
  };
  const { report, ms } = await checkAt(drip, 2_000);
  assert.ok(report.findings.some(({ name }) => name === 'check-broke-off'));
  assert.ok(ms < 12_000, `${ms} ms`);
});
