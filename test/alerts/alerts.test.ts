import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { AddressPolicy } from '../../src/lib/address-policy.ts';
import { Secret } from '../../src/lib/secret.ts';
import type { Report } from '../../src/platform/check/run.ts';
import { discordChannel } from '../../src/server/alerts/discord.ts';
import { GuardedRequests } from '../../src/webhooks/http/guarded-request.ts';
import { noFigures } from '../flown.ts';
import { until } from '../until.ts';
import { Receiver } from '../webhooks/receiver.ts';
import { World } from '../world.ts';
import { MailServer } from './mail-server.ts';

const settingsOf = (port: number) =>
  loadConfig({
    TRACKER_ALERT_MAIL_TO: 'staff@air.example, chief@air.example',
    TRACKER_ALERT_MAIL_FROM: 'tracker@air.example',
    TRACKER_MAIL_SERVER: `smtp://127.0.0.1:${port}`,
  }).alerts;

const subjectOf = (mail: string | undefined) =>
  /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(mail ?? '')?.[1]?.replaceAll(/\r\n[ \t]/g, ' ');

test('staff get one mail when the crew center is away for ten minutes, and one when it is back, across restarts', async () => {
  await using mail = await MailServer.open();
  await using world = await World.with({ isServed: true, config: { alerts: settingsOf(mail.port) } });
  world.line.fail('all', 'before');
  for (let minute = 0; minute < 9; minute++) await world.clock.advance(60_000);
  assert.deepEqual(mail.mails, []);
  const later = async () => {
    await world.clock.advance(60_000);
    return mail.mails.length > 0;
  };
  await until(later);
  assert.match(subjectOf(mail.mails[0]) ?? '', /^Tracker, .*: The crew center is unavailable/);
  assert.match(mail.mails[0] ?? '', /To: staff@air\.example, chief@air\.example/);
  await world.clock.advance(600_000);
  assert.equal(mail.mails.length, 1);
  world.line.heal();
  await until(async () => {
    await world.clock.advance(60_000);
    return mail.mails.length === 2;
  });
  assert.match(subjectOf(mail.mails[1]) ?? '', /All is well again$/);
  await world.restart(180_000);
  await world.clock.advance(120_000);
  assert.equal(mail.mails.length, 2);
});

test('a filing that sticks is in a mail by its flight; one that was refused by the mail server comes again', async () => {
  await using mail = await MailServer.open();
  await using world = await World.with({ isServed: true, config: { alerts: settingsOf(mail.port) } });
  mail.isRefusing = true;
  world.line.fail('filePirep', 'refuses');
  const { session, flight } = await world.startFlight();
  await world.calls.finish(session, { name: { flightId: flight.id }, figures: noFigures, opening: null });
  const isLogged = () => world.logLines.some((line) => line.includes('"alert-failed"'));
  await until(async () => {
    await world.clock.advance(60_000);
    return isLogged();
  });
  assert.deepEqual(mail.mails, []);
  mail.isRefusing = false;
  await until(async () => {
    await world.clock.advance(60_000);
    return mail.mails.length === 1;
  });
  assert.match(mail.mails[0] ?? '', /The PIREP of \S+ \(LSZH to MMUN, \S+\) cannot be/);
  assert.equal(world.logLines.filter((line) => line.includes('"alert-failed"')).length, 1);
});

test('a module that was stopped, and what tracker check found, are in one mail', async () => {
  await using mail = await MailServer.open();
  const finding = { severity: 'serious', name: 'public-file', title: 'A private file is public', subject: '/.env' };
  const findings = [finding, { ...finding, severity: 'note', subject: '/small' }];
  const last = { at: 0, problem: null, report: { findings } as unknown as Report };
  const checks = { last, isRunning: false, start() {} };
  await using world = await World.with({ isServed: true, checks, config: { alerts: settingsOf(mail.port) } });
  world.embedded.crewCenter.database.exec(
    "INSERT INTO modules (name, enabled, events, last_event_id, stopped_reason) VALUES ('Log', 0, '[]', 0, 'It threw.')",
  );
  await until(async () => {
    await world.clock.advance(60_000);
    return mail.mails.length === 1;
  });
  assert.match(subjectOf(mail.mails[0]) ?? '', /\(and 1 more\)$/);
  const text = mail.mails[0]?.replaceAll(/=\r\n/g, '') ?? '';
  assert.match(text, /- The module Log was stopped: It threw\./);
  assert.match(text, /something serious: A private file is public \(\/\.env\)/);
  assert.doesNotMatch(text, /small/);
});

test('a message to Discord mentions nobody, and what it cannot post is a failure', async () => {
  await using receiver = await Receiver.open();
  const requests = new GuardedRequests(new AddressPolicy(['127.0.0.1']));
  const bodies: string[] = [];
  receiver.reply = (response, { body }) => {
    bodies.push(body);
    response.writeHead(bodies.length === 1 ? 204 : 500).end();
  };
  const channel = discordChannel(new Secret(receiver.url), requests);
  const message = { subject: '@everyone **now**', text: 'x'.repeat(5_000) };
  await channel.send(message);
  const { content, allowed_mentions } = JSON.parse(bodies[0] ?? '') as { content: string; allowed_mentions: object };
  assert.ok(content.startsWith('\\@everyone \\*\\*now') && content.length === 2_000);
  assert.deepEqual(allowed_mentions, { parse: [] });
  await assert.rejects(channel.send(message), /Discord answered 500/);
});

test('settings of alerts: what belongs together is required, and no secret is printed', () => {
  const whole = { TRACKER_ALERT_MAIL_TO: 'a@b.example', TRACKER_ALERT_MAIL_FROM: 'c@b.example' };
  assert.throws(() => loadConfig(whole), /TRACKER_MAIL_SERVER too/);
  const wrong: readonly Record<string, string>[] = [
    { TRACKER_ALERT_MAIL_TO: 'a@b.example>' },
    { TRACKER_ALERT_MAIL_FROM: 'a b@c.example' },
    { ...whole, TRACKER_MAIL_SERVER: 'https://mail.example' },
    { ...whole, TRACKER_MAIL_SERVER: 'smtp://name:hidden-word@mail.example' },
    { TRACKER_ALERT_DISCORD: 'https://discord.com.evil.example/api/webhooks/1/hidden-word' },
    { TRACKER_ALERT_DISCORD: 'http://discord.com/api/webhooks/1/hidden-word' },
  ];
  for (const env of wrong)
    assert.throws(
      () => loadConfig(env),
      (error: Error) => /must be/.test(error.message) && !error.message.includes('hidden-word'),
    );
  const { alerts } = loadConfig({ TRACKER_ALERT_DISCORD: 'https://discord.com/api/webhooks/1/hidden-word' });
  assert.ok(alerts.mail === null && !JSON.stringify(alerts).includes('hidden-word'));
});
