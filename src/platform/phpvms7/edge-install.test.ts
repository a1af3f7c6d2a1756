// alone: it makes a new folder before each test
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { applySteps, type EdgeStep } from '../site/edge-steps.ts';
import { packedFolders, placeFiles } from '../site/packed-files.ts';
import { printedFor, printRules } from '../site/server-rules/printed.ts';
import { serverRules } from './edge-advice.ts';
import { openEdgeKit } from './edge-install.ts';
import { moduleFiles } from './module-files.ts';
import { siteProfile } from './site-profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'phpvms7-install-'));
after(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true });
  for (const name of ['modules', 'public', 'storage/app']) mkdirSync(join(folder, name), { recursive: true });
  // Nobody listens on port 1.
  writeFileSync(
    join(folder, '.env'),
    'APP_URL=http://127.0.0.1:1/va\nAPP_KEY=base64:abcdefgh\nDB_DATABASE=va\nDB_USERNAME=u\n',
  );
});

const kit = () => openEdgeKit(folder, { data: null, backup: null, listen: '127.0.0.1:9000' });
const files = (steps: readonly EdgeStep[]) => steps.filter(({ kind }) => kind !== 'run');
const target = join(folder, 'modules/Tracker');

test('the module comes into place in one piece, then caches, row and migrations', async () => {
  const steps = await (await kit()).planInstall();
  const into = steps.filter((step) => (step.kind === 'move' ? step.to : step.path).startsWith(target));
  assert.deepEqual(
    into.map(({ kind }) => kind),
    ['move'],
    'nothing is written below modules/',
  );
  const runs = steps.filter(({ kind }) => kind === 'run').map(({ path }) => path);
  assert.deepEqual(runs, [
    'php artisan --version',
    'php artisan optimize:clear',
    'php: the row of table modules',
    'php artisan optimize:clear',
    'php artisan module:migrate Tracker --force',
  ]);
  assert.equal(steps[0]?.path, 'php artisan --version', 'a broken site is found before anything is changed');
  applySteps(files(steps), folder);
  for (const { path, bytes } of moduleFiles()) assert.ok(readFileSync(join(target, path)).equals(bytes), path);
});

test('the site’s own program is run by the PHP that TRACKER_PHP names', async () => {
  for (const php of [null, '/usr/local/bin/php83']) {
    const options = { data: null, backup: null, listen: '127.0.0.1:9000', php };
    const opened = await openEdgeKit(folder, options);
    applySteps(files(await opened.planInstall()), folder);
    const steps = [...(await opened.planInstall()), ...(await opened.planUninstall())];
    const programs = steps.flatMap((step) => (step.kind === 'run' ? [step.command[0]] : []));
    assert.ok(programs.length >= 8);
    assert.deepEqual([...new Set(programs)], [php ?? 'php']);
  }
});

test('a phpVMS that registers its add-ons itself is refused with its reason, nothing is changed, and the check names it', async () => {
  mkdirSync(join(folder, 'app/Addons'), { recursive: true });
  writeFileSync(join(folder, 'app/Addons/AddonRegistry.php'), '<?php');
  await assert.rejects(
    async () => (await kit()).planInstall(),
    (error: Error) => /Nothing was installed: .*not released yet.*--server nginx/.test(error.message),
  );
  assert.deepEqual(readdirSync(join(folder, 'modules')), []);
  const found = await siteProfile(folder).readVersions();
  assert.deepEqual(
    found.map(({ name }) => name),
    ['host-unreleased'],
  );
  rmSync(join(folder, 'app'), { recursive: true });
  assert.deepEqual(await siteProfile(folder).readVersions(), []);
});

test('again it keeps what is the same, and replaces another version as a whole', async () => {
  applySteps(files(await (await kit()).planInstall()), folder);
  assert.deepEqual(
    files(await (await kit()).planInstall()).map(({ kind }) => kind),
    ['keep'],
  );
  const own = readFileSync(join(target, 'module.json'), 'utf8');
  writeFileSync(join(target, 'module.json'), '{}');
  writeFileSync(join(target, 'Old.php'), '<?php');
  applySteps(files(await (await kit()).planInstall()), folder);
  assert.ok(!existsSync(join(target, 'Old.php')) && readFileSync(join(target, 'module.json'), 'utf8') !== '{}');
  assert.ok(!existsSync(join(folder, 'storage/app/tracker-module-before')));
  applySteps(files(await (await kit()).planUndo()), folder);
  assert.equal(readFileSync(join(target, 'module.json'), 'utf8'), '{}', 'the backup was put back');
  assert.notEqual(own, '{}');
});

test('old public scripts are listed, and stay until the module responds', async () => {
  mkdirSync(join(folder, 'public/acars'));
  for (const name of ['login.php', 'sessions', 'index.html']) writeFileSync(join(folder, 'public/acars', name), '');
  const steps = await (await kit()).planInstall();
  const found = steps
    .filter(({ path }) => path.includes('/acars/'))
    .map(({ kind, path }) => [kind, path.split('/').at(-1)]);
  assert.deepEqual(found, [
    ['keep', 'login.php'],
    ['keep', 'sessions'],
    ['keep', 'index.html'],
  ]);
});

test('old public scripts are moved to a backup when the module responds; the operator’s files stay and are listed', async () => {
  const site = createServer((_request, response) => response.end('{"mode":"native_module"}'));
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const env = readFileSync(join(folder, '.env'), 'utf8').replace('127.0.0.1:1/va', `127.0.0.1:${port}`);
  writeFileSync(join(folder, '.env'), env);
  mkdirSync(join(folder, 'public/acars'));
  for (const name of ['login.php', 'map.png']) writeFileSync(join(folder, 'public/acars', name), name);
  const steps = await (await kit()).planInstall();
  applySteps(files(steps), folder);
  site.close();
  assert.deepEqual(readdirSync(join(folder, 'public/acars')), ['map.png']);
  assert.ok(steps.some(({ kind, path, why }) => kind === 'keep' && path.endsWith('map.png') && why.includes('yours')));
  applySteps(files(await (await kit()).planUndo()), folder);
  assert.equal(readFileSync(join(folder, 'public/acars/login.php'), 'utf8'), 'login.php');
});

test('taken out, it is switched off before its folder goes', async () => {
  applySteps(files(await (await kit()).planInstall()), folder);
  const steps = await (await kit()).planUninstall();
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ['run', 'run', 'remove', 'run', 'run', 'keep'],
  );
  applySteps(files(steps), folder);
  assert.ok(!existsSync(target));
  assert.deepEqual(await (await kit()).planUninstall(), []);
});

test('the rules for web servers know the path of the site and the address of the server', async () => {
  const { rules } = await kit();
  assert.match(
    printRules('nginx', rules),
    /location \^~ \/va\/api\/tracker\/ \{\n\s+proxy_pass http:\/\/127\.0\.0\.1:9000\/api\/tracker\/;/,
  );
});

const servers: readonly [string, string, RegExp, RegExp][] = [
  [
    '',
    '127.0.0.1:9123',
    /proxy_pass http:\/\/127\.0\.0\.1:9123\/api\/tracker\/;/,
    /"http:\/\/127\.0\.0\.1:9123\/tracker\/"/,
  ],
  [
    '/va',
    'unix:/run/tracker.sock',
    /proxy_pass http:\/\/unix:\/run\/tracker\.sock:\/api\/tracker\/;/,
    /ProxyPass "\/va\/tracker\/" "unix:\/run\/tracker\.sock\|http:\/\/localhost\/tracker\/"/,
  ],
];
for (const [path, server, nginx, apache] of servers) {
  test(`the rules for web servers lead where the server is set to listen: ${server}`, () => {
    const rules = serverRules(path, [server]);
    assert.match(printRules('nginx', rules), nginx);
    assert.match(printRules('apache', rules), apache);
    for (const each of printedFor) assert.ok(!printRules(each, rules).includes('8787'), each);
  });
}

test('a program that was uploaded with the module stays when the module is replaced, and goes with it; so does what names the place', async () => {
  const packed = join(folder, packedFolders[7]);
  const place = join(folder, placeFiles[7]);
  mkdirSync(packed, { recursive: true });
  writeFileSync(join(packed, 'program-linux-x64.part1'), 'packed');
  writeFileSync(join(target, 'module.json'), '{"version": "1.1.0"}');
  writeFileSync(place, '/home/airline/tracker\n');
  applySteps(files(await (await kit()).planInstall()), folder);
  assert.equal(readFileSync(join(packed, 'program-linux-x64.part1'), 'utf8'), 'packed');
  assert.ok(existsSync(place));
  for (const { path, bytes } of moduleFiles()) assert.ok(readFileSync(join(target, path)).equals(bytes), path);
  applySteps(files(await (await kit()).planUninstall()), folder);
  assert.deepEqual([existsSync(target), existsSync(place)], [false, false]);
});
