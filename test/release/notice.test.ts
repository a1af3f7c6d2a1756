import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { askerOf } from '../../src/server/releases/notice.ts';
import { MailServer } from '../alerts/mail-server.ts';
import { until } from '../until.ts';
import { WebWorld } from '../web-world.ts';
import { SignedWorld } from './signed-world.ts';

/** A site with releases, and what it is asked. */
async function openSite(t: TestContext, folder: string) {
  const asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    const file = join(folder, url);
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/version.json` };
}

const local = { webhookNetworks: ['127.0.0.1'] };

test('staff are told once of a newer release, on the page and by mail, and nothing is sent but the request', async (t) => {
  const signed = new SignedWorld(t);
  const key = signed.key('key');
  const site = await openSite(t, signed.release({ key }));
  await using mail = await MailServer.open();
  const { alerts } = loadConfig({
    TRACKER_ALERT_MAIL_TO: 'staff@air.example',
    TRACKER_ALERT_MAIL_FROM: 'tracker@air.example',
    TRACKER_MAIL_SERVER: `smtp://127.0.0.1:${mail.port}`,
  });
  const config = { ...local, alerts, releaseUrl: site.url, releaseKey: key.publicKey.line };
  await using web = await WebWorld.open({}, { config });
  assert.deepEqual(site.asked, []);
  const minutes = async (isOver: () => boolean) =>
    await until(async () => {
      await web.world.clock.advance(60_000);
      return isOver();
    });
  await minutes(() => mail.mails.length > 0);
  assert.match(mail.mails[0]?.replaceAll(/=?\r\n/g, '') ?? '', /Release 99\.1\.2 is there .*The data are upgraded/);
  assert.deepEqual(
    site.asked.map(({ url }) => url),
    ['/version.json', '/version.json.minisig'],
  );
  for (const { headers } of site.asked) assert.deepEqual(Object.keys(headers).sort(), ['connection', 'host']);
  const { cookie } = await web.signIn();
  const { body } = await web.get('/tracker/operator/', { cookie });
  assert.match(body, /Release 99\.1\.2 of 2024-04-06 is there/);
  assert.match(body, /Faster maps\.[\s\S]*<li>One\.<\/li>/);
  await web.world.restart(600_000);
  await minutes(() => site.asked.length > 3);
  await web.world.clock.advance(120_000);
  assert.equal(mail.mails.length, 1);
});

test('what is not signed by the known key is not announced; the page says why nothing is known', async (t) => {
  const signed = new SignedWorld(t);
  const site = await openSite(t, signed.release({ key: signed.key('stranger') }));
  const config = { ...local, releaseUrl: site.url, releaseKey: signed.key('key').publicKey.line };
  await using web = await WebWorld.open({}, { config });
  await until(async () => {
    await web.world.clock.advance(60_000);
    return web.world.logLines.some((line) => line.includes('release-not-read'));
  });
  const { cookie } = await web.signIn();
  const { body } = await web.get('/tracker/operator/', { cookie });
  assert.match(body, /newer release is not known: .*not known here/);
  assert.doesNotMatch(body, /99\.1\.2/);
});

test('an announcement that was changed, or is older, tells nobody of a release', async (t) => {
  const signed = new SignedWorld(t);
  const key = signed.key('key');
  const ask = async (folder: string) => {
    const { url } = await openSite(t, folder);
    const config = { ...loadConfig({}), ...local, releaseUrl: url, releaseKey: key.publicKey.line };
    return await askerOf(config)(AbortSignal.timeout(5_000));
  };
  const changed = signed.release({ key });
  const file = join(changed, 'version.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Faster', 'Easter'));
  await assert.rejects(ask(changed), /version\.json or its signature was changed/);
  await assert.rejects(ask(signed.release({})), /version\.json is not signed/);
  assert.equal(await ask(signed.release({ key }, '0.0.9')), null);
});

test('check asks too: only if it is wanted, and no address inside that is not allowed', async (t) => {
  const signed = new SignedWorld(t);
  const key = signed.key('key');
  const site = await openSite(t, signed.release({ key }));
  const ask = (config: Partial<Parameters<typeof askerOf>[0]>) =>
    askerOf({ ...loadConfig({}), releaseKey: key.publicKey.line, ...config })(AbortSignal.timeout(5_000));
  assert.equal(await ask({}), null);
  await assert.rejects(ask({ releaseUrl: site.url }), /not an address of the public internet/);
  assert.deepEqual(site.asked, []);
  assert.match((await ask({ ...local, releaseUrl: site.url })) ?? '', /^Release 99\.1\.2 is there .* Faster maps\.$/);
});
