// needs: php, web-server
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type Nginx, startNginx } from './nginx.ts';
import { writeParts } from './packed-program.ts';
import { findPhp } from './php.ts';
import { type PhpFpm, startPhpFpm } from './php-fpm.ts';
import { signInAt, uploadTo, Visitor } from './phpvms5/setup-visitor.ts';
import { nobody, own, packSmallServer } from './small-program.ts';

let home: string;
let site: string;
let acars: string;
let fpm: PhpFpm;
let nginx: Nginx;

before(async () => {
  home = mkdtempSync(join(tmpdir(), 'tracker-setup-'));
  site = join(home, 'public_html');
  acars = join(site, 'acars');
  fpm = await startPhpFpm(4);
  const values = { HTTP_HOST: '$http_host', PHP_ADMIN_VALUE: `open_basedir=${home}:/tmp:/proc:/lib` };
  nginx = await startNginx({ root: site, fastcgi: fpm.socketPath, values });
});
after(async () => {
  await nginx[Symbol.asyncDispose]();
  await fpm[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});
beforeEach(() => {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
  uploadTo(site);
  own(home);
});

const signIn = (who: Parameters<typeof signInAt>[1]) => signInAt(site, who);

const visitorOf = (who: 'staff' | 'guest') => new Visitor(`http://127.0.0.1:${nginx.port}`, site, who);
const admin = () => visitorOf('staff');
const place = () => join(home, 'tracker');
const codeFiles = () => readdirSync(acars).filter((name) => name.startsWith('_tracker_code_'));

async function setUp(): Promise<Visitor> {
  const visitor = await admin().giveCode();
  await visitor.submit('begin', { place: place() });
  return visitor.wait();
}

async function end(visitor: Visitor): Promise<void> {
  await visitor.submit('remove', { data: 'delete' });
}

test('an administrator with the code sets Tracker up by forms alone, flies the test flight and removes it again', async () => {
  const visitor = await admin().giveCode();
  assert.match(visitor.html, /What was found on this host/);
  assert.match(visitor.html, new RegExp(`program and its data go to ${home}/tracker, outside`));
  await visitor.submit('begin');
  await visitor.wait();
  assert.match(visitor.html, /Tracker 0\.3\.0 runs\./);
  assert.match(visitor.html, /It answers through the site\. Pilots can fly\./);
  assert.ok(visitor.html.includes(`* * * * * sh ${place()}/keep`));
  assert.equal(existsSync(join(acars, 'program')), false, 'the packed parts are no longer public');
  assert.equal(statSync(place()).mode & 0o777, 0o700);
  assert.equal(statSync(join(acars, '_tracker_key.php')).mode & 0o777, 0o600);
  const decided = JSON.parse(readFileSync(join(place(), 'folder.json'), 'utf8')) as Record<string, unknown>;
  assert.deepEqual(decided, {
    sleeps: false,
    listen: `unix:${place()}/tracker.sock`,
    startBy: 'proc_open',
    crewCenter: site,
    phpvms: 5,
  });
  await visitor.submit('choose', { sleeps: 'yes' });
  assert.equal((JSON.parse(readFileSync(join(place(), 'folder.json'), 'utf8')) as { sleeps: boolean }).sleeps, true);
  await visitor.submit('flight');
  assert.match(visitor.html, /Flown &amp; cancelled\./);
  await visitor.submit('close');
  assert.equal((await visitor.open('setup.php')).status, 404);
  await visitor.open('operator.php');
  assert.equal(visitor.location, `tracker.php?/operator/enter?t=${'t'.repeat(40)}`);
  await visitor.open('operator.php?set-up');
  const [, token = ''] = /name="token" value="([0-9a-f]+)"/.exec(visitor.html) ?? [];
  await visitor.open('operator.php?set-up', { token, do: 'open' });
  assert.equal(visitor.location, 'setup.php');
  const asked = readFileSync(join(place(), 'asked'), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const flown = asked.filter((each) => (each as { path: string }).path.startsWith('/host-setup/flight'));
  const path = '/host-setup/flight?pilot=7';
  assert.deepEqual(flown, [{ path, signed: path, admin: null, type: null }], 'the form itself is not sent along');
  const entered = asked.find((each) => (each as { path: string }).path === '/tracker/operator/entry');
  assert.deepEqual((entered as { admin: unknown }).admin, { id: '7', name: 'Adéle <b>Min</b>', role: 'admin' });
  await visitor.giveCode();
  writeFileSync(join(place(), 'data/journal.sqlite'), 'flights');
  writeFileSync(join(acars, 'va_config.php'), '<?php // mine');
  writeFileSync(join(acars, 'theirs.php'), '<?php // not ours');
  own(acars);
  await visitor.submit('remove');
  assert.match(visitor.html, /Tracker’s program was removed/);
  assert.match(visitor.html, new RegExp(`${place()}/data: your flights and settings`));
  assert.deepEqual(readdirSync(acars), ['theirs.php']);
  assert.deepEqual(readdirSync(place()).sort(), ['data', 'set-up-of.txt']);
  assert.deepEqual(readdirSync(join(place(), 'data')).sort(), ['journal.sqlite', 'va_config.php']);
});

test('strangers get nothing before, during and after set-up', async () => {
  const stranger = visitorOf('guest');
  assert.equal((await stranger.open('setup.php')).status, 403);
  assert.equal((await stranger.open('setup.php', { do: 'begin', token: '' })).status, 403);
  assert.deepEqual(codeFiles(), [], 'who may not sign in makes no file');
  signIn({ id: 7, by: 'cookie', permissions: 0x1fffffff });
  assert.equal((await admin().open('setup.php')).status, 403, 'the cookie of phpVMS can be guessed');
  signIn({ id: 7, by: 'password', permissions: 0x2000 });
  assert.equal((await admin().open('setup.php')).status, 403, 'staff without full rights');
  signIn({ id: 7, by: 'password', permissions: 0x1fffffff });
  const other = await admin().open('setup.php');
  assert.match(other.html, /enter the code/);
  assert.deepEqual(codeFiles().length, 1);
  await other.submit('begin');
  assert.match(other.html, /enter the code/);
  assert.deepEqual(readdirSync(home), ['public_html'], 'without the code nothing is made');
  const shown = await fetch(`http://127.0.0.1:${nginx.port}/acars/${codeFiles()[0]}`);
  assert.deepEqual([shown.status, await shown.text()], [403, '']);
  const visitor = await setUp();
  assert.match(visitor.html, /Pilots can fly/);
  assert.equal((await stranger.open('setup.php')).status, 403);
  await visitor.submit('close');
  for (const each of [stranger, admin(), visitor]) assert.equal((await each.open('setup.php')).status, 404);
  for (const name of readdirSync(acars).filter((each) => each.startsWith('_tracker_'))) {
    const response = await fetch(`http://127.0.0.1:${nginx.port}/acars/${name}`);
    assert.equal(response.status, 403, name);
    assert.equal(await response.text(), '', name);
  }
  utimesSync(place(), new Date(), new Date());
  writeFileSync(join(place(), 'set-up-open.txt'), '');
  await end(await visitor.giveCode());
});

test('wrong codes are counted, and too many end the code', async () => {
  const visitor = await admin().open('setup.php');
  for (let tries = 0; tries < 10; tries++) {
    await visitor.submit('', { code: 'AAAA-AAAA-AAAA-AAAA' });
    assert.equal(visitor.status, 403);
  }
  await visitor.submit('', { code: 'AAAA-AAAA-AAAA-AAAA' });
  assert.equal(visitor.status, 429);
  const [name = ''] = codeFiles();
  const [, code = ''] = /^Code: (\S+)$/m.exec(readFileSync(join(acars, name), 'utf8')) ?? [];
  await visitor.submit('', { code });
  assert.equal(visitor.status, 429, 'the right one neither');
});

test('a form without the token of the session does nothing', async () => {
  const visitor = await admin().giveCode();
  await visitor.open('setup.php', { do: 'begin', token: 'f'.repeat(48) });
  assert.match(visitor.html, /What was found on this host/);
  assert.deepEqual(readdirSync(home), ['public_html']);
});

test('a planted link, file or folder is not used, and nothing is left of what failed', async () => {
  const visitor = await admin().giveCode();
  symlinkSync('/tmp', place());
  await visitor.submit('begin', { place: place() });
  assert.match(visitor.html, /cannot be used: it is a link/);
  rmSync(place());
  mkdirSync(place());
  await visitor.submit('begin', { place: place() });
  if (nobody !== null) assert.match(visitor.html, /may not write there|belongs to another account/);
  rmSync(place(), { recursive: true });
  symlinkSync(join(home, 'elsewhere'), join(acars, '_tracker_place.php'));
  await visitor.submit('begin', { place: place() });
  assert.match(visitor.html, /_tracker_place\.php could not be written/);
  assert.deepEqual(readdirSync(home), ['public_html']);
});

test('of two set-ups at once one waits, and both see the same end', async () => {
  const [one, two] = [await admin().giveCode(), await admin().giveCode()];
  await Promise.all([one.submit('begin', { place: place() }), two.submit('begin', { place: place() })]);
  await Promise.all([one.wait(), two.wait()]);
  for (const each of [one, two]) {
    // A busy machine may be asked again.
    await (await each.open('setup.php')).wait();
    assert.match(each.html, /Tracker 0\.3\.0 runs/);
  }
  await end(one);
});

test('a page that finds another at work waits, whatever was asked for, and loads itself again', async (t) => {
  const visitor = await admin().giveCode();
  const hold = '$file = fopen($argv[1], "rb"); flock($file, LOCK_EX); echo "held"; sleep(60);';
  const holder = spawn(findPhp(), ['-r', hold, '--', join(acars, '_tracker_setup.php')]);
  t.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  for (const what of ['begin', 'update', 'remove']) {
    await visitor.submit(what, { place: place() });
    assert.match(visitor.html, /Another page of this set-up works/, what);
    assert.match(visitor.html, /http-equiv="refresh"/, what);
    assert.deepEqual(readdirSync(home), ['public_html'], what);
    await visitor.open('setup.php');
  }
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await visitor.submit('begin', { place: place() });
  assert.match((await visitor.wait()).html, /Tracker 0\.3\.0 runs/);
  await end(visitor);
});

test('a newer program that was uploaded opens set-up again, is unpacked on request, and the one before stays', async () => {
  const visitor = await setUp();
  await visitor.submit('close');
  writeParts(join(acars, 'program'), packSmallServer('0.3.1'));
  own(join(acars, 'program'));
  await visitor.giveCode();
  assert.match(visitor.html, /version 0\.3\.1 was uploaded/);
  const answer = (update: string) =>
    writeFileSync(join(place(), 'update.json'), JSON.stringify({ update, says: `It says ${update}.` }));
  answer('refused');
  await visitor.submit('update');
  assert.match(visitor.html, /role="alert">It says refused\./);
  assert.equal(existsSync(join(place(), 'unpack.txt')), false, 'it is not tried again by itself');
  await visitor.open('setup.php');
  assert.match(visitor.html, /version 0\.3\.1 was uploaded/);
  answer('running');
  await visitor.submit('update');
  assert.match(visitor.html, /It says running\. This page loads itself again/);
  assert.deepEqual(readdirSync(join(place(), 'program')).sort(), ['0.3.0', 'unpack.lock']);
  answer('unknown');
  await visitor.submit('update');
  assert.match(visitor.html, /It says unknown\./);
  await visitor.wait();
  assert.match(visitor.html, /Tracker 0\.3\.1 runs/);
  assert.equal(readFileSync(join(place(), 'program.txt'), 'utf8').trim(), '0.3.1');
  assert.equal(readFileSync(join(place(), 'program-before.txt'), 'utf8').trim(), '0.3.0');
  await end(visitor);
});

test('a program that was damaged is unpacked once more from an upload of the same version', async () => {
  const visitor = await setUp();
  const program = join(place(), 'program/0.3.0/server.cjs');
  truncateSync(program);
  // It ends by a request that no edge sends, and is not started again from what is damaged.
  await new Promise((resolve) => get({ socketPath: join(place(), 'tracker.sock'), path: '/' }).once('error', resolve));
  await visitor.open('setup.php');
  assert.match(visitor.html, /Tracker is being started/);
  writeParts(join(acars, 'program'), packSmallServer('0.3.0'));
  own(join(acars, 'program'));
  await visitor.open('setup.php');
  assert.match(visitor.html, /Unpack version 0\.3\.0 again/);
  await visitor.submit('repair');
  await visitor.wait();
  assert.match(visitor.html, /Tracker 0\.3\.0 runs/);
  assert.notEqual(statSync(program).size, 0);
  assert.equal(existsSync(join(acars, 'program')), false);
  await end(visitor);
});
