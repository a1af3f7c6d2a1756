import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { CrewCenterError } from '../crew-center.ts';
import { openEdgeKit as openKit } from '../open-edge.ts';
import { applySteps } from '../site/edge-steps.ts';
import { packedFolders, placeFiles } from '../site/packed-files.ts';
import { configFile, edgeFiles, edgeSource, readEdge, sampleFile } from './edge-files.ts';
import { keyFile } from './edge-key.ts';
import { siteProfile } from './site-profile.ts';
import { readVaConfig } from './va-config.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-install-'));
after(() => rmSync(home, { recursive: true }));

const core = `<?php define('DBASE_USER', 'a'); define('DBASE_PASS', 'b'); define('DBASE_NAME', 'c'); define('DBASE_SERVER', 'd');
define('SITE_URL', 'https://va.test');`;

const openEdgeKit = (folder: string, backup: string | null = null) =>
  openKit(folder, { data: null, backup, listen: '127.0.0.1:8787' });

function crewCenter(name: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(home, name, 'site');
  for (const [path, text] of Object.entries({ 'core/local.config.php': core, 'index.php': '', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('a first install writes every file; a second one has nothing to do', async () => {
  const folder = crewCenter('first');
  const kit = await openEdgeKit(folder);
  applySteps(await kit.planInstall(), folder);
  for (const name of edgeFiles) {
    assert.deepEqual(readFileSync(join(folder, 'acars', name)), readFileSync(join(edgeSource, name)), name);
  }
  const made = readFileSync(join(folder, 'acars', configFile), 'utf8');
  assert.doesNotMatch(made, /Tracker edge \d/, 'the owner’s file has no version');
  assert.equal(
    made.replace('<?php\n', ''),
    readFileSync(join(edgeSource, sampleFile), 'utf8').replace(/^<\?php\n.*\n/, ''),
  );
  assert.ok((await kit.planInstall()).every(({ kind }) => kind === 'keep'));
  const { isInstalled, mixed, fingerprint } = await readEdge(folder);
  assert.deepEqual([isInstalled, mixed], [true, []]);
  assert.match(fingerprint ?? '', /^[0-9a-f]{64}$/);
});

const mine = `<?php\ndefine('VA_NAME', 'Mine');\n`;
/** What stood public in folders of the field. */
const foreign: Readonly<Record<string, string>> = {
  'login.php': '<?php // an older one',
  '.htaccess': 'Options +Indexes',
  'va_config.php.1': 'password',
  'config.txt': 'password',
  'db.inc': 'password',
  error_log: 'password',
  'diag.php': '<?php phpinfo();',
  'phpinfo.php': '<?php phpinfo();',
  'login_backup.php': '',
  'backup/login.php': '',
  'site.7z': '',
  'sessions/a.json': '{}',
  'img/plane.png': 'p',
};
const inAcars = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`acars/${path}`, text]));

test('an older folder becomes ours as a whole; the rest goes into a private backup, and comes back', async () => {
  const data = { 'acars/va_config.php': mine, 'acars/storage/journal.sqlite': 'j' };
  const folder = crewCenter('older', { ...inAcars(foreign), ...data });
  for (const name of ['status.php', 'gone.php']) symlinkSync(join(home, 'nowhere'), join(folder, 'acars', name));
  const kit = await openEdgeKit(folder);
  applySteps(await kit.planInstall(), folder);
  const left = readdirSync(join(folder, 'acars')).sort();
  assert.deepEqual(left, [...edgeFiles, 'va_config.php', keyFile, 'storage'].sort());
  assert.equal(readFileSync(join(folder, 'acars/va_config.php'), 'utf8'), mine);
  assert.equal(readFileSync(join(folder, 'acars/storage/journal.sqlite'), 'utf8'), 'j');
  const backups = join(folder, '../tracker-data/backups');
  const [backup = ''] = readdirSync(backups);
  assert.equal(statSync(join(backups, backup)).mode & 0o777, 0o700);
  for (const [path, text] of Object.entries(foreign)) {
    assert.equal(readFileSync(join(backups, backup, 'acars', path), 'utf8'), text, path);
  }
  assert.ok(
    (await kit.planInstall()).every(({ kind }) => kind === 'keep'),
    'a second one has nothing to do',
  );
  applySteps(await kit.planUndo(), folder);
  for (const [path, text] of Object.entries(foreign)) {
    assert.equal(readFileSync(join(folder, 'acars', path), 'utf8'), text, path);
  }
  assert.equal(existsSync(join(folder, 'acars/_tracker_common.php')), false);
  assert.deepEqual(await kit.planUndo(), []);
});

test('without a private place it asks for one, and moves nothing below a document root', async () => {
  const folder = crewCenter('public_html', inAcars(foreign));
  await assert.rejects(async () => (await openEdgeKit(folder)).planInstall(), /phpinfo\.php.*--backup DIR/);
  assert.ok(existsSync(join(folder, 'acars/phpinfo.php')));
  await assert.rejects(openEdgeKit(folder, join(folder, 'backup')), /--backup is .*public folder/);
  const kit = await openEdgeKit(folder, join(home, 'named'));
  applySteps(await kit.planInstall(), folder);
  assert.deepEqual(readdirSync(join(home, 'named')), ['backups']);
});

test('the key is as readable as the platform’s own password, and stays', async () => {
  const folder = crewCenter('key');
  chmodSync(join(folder, 'core/local.config.php'), 0o640);
  const kit = await openEdgeKit(folder);
  applySteps(await kit.planInstall(), folder);
  const path = join(folder, 'acars', keyFile);
  assert.equal(statSync(path).mode & 0o777, 0o640);
  const key = readFileSync(path, 'utf8');
  assert.match(key, /'key' => '[0-9a-f]{64}'/);
  applySteps(await kit.planInstall(), folder);
  assert.equal(readFileSync(path, 'utf8'), key);
  assert.deepEqual(Object.keys(kit.keys().byKind), ['file']);
});

test('what stays after an uninstall stays denied', async () => {
  const folder = crewCenter('stays');
  const kit = await openEdgeKit(folder);
  applySteps(await kit.planInstall(), folder);
  writeFileSync(join(folder, 'acars/va_config.php.bak'), 'password');
  applySteps(await kit.planUninstall(), folder);
  assert.deepEqual(readdirSync(join(folder, 'acars')).sort(), ['.htaccess', 'va_config.php.bak']);
});

test('what is copied over a site holds no values: an update by FTP changes none', async () => {
  const folder = crewCenter('copied');
  applySteps(await (await openEdgeKit(folder)).planInstall(), folder);
  writeFileSync(join(folder, 'acars', configFile), `<?php\ndefine('VA_CLIENT_TOKEN', 'sesame');\n`);
  cpSync(edgeSource, join(folder, 'acars'), { recursive: true });
  assert.equal((await readVaConfig(join(folder, 'acars', configFile))).clientToken, 'sesame');
});

test('files of several versions are listed by name', async () => {
  const folder = crewCenter('mixed');
  applySteps(await (await openEdgeKit(folder)).planInstall(), folder);
  const before = (await readEdge(folder)).fingerprint;
  writeFileSync(join(folder, 'acars/position.php'), '<?php\n// Tracker edge 1.1.0-4\n');
  rmSync(join(folder, 'acars/.htaccess'));
  const { mixed, fingerprint } = await readEdge(folder);
  assert.deepEqual(mixed, ['position.php', '.htaccess']);
  assert.notEqual(fingerprint, before);
});

test("uninstall removes all of Tracker's files and keeps the values, which a later install restores", async () => {
  const folder = crewCenter('gone');
  const kit = await openEdgeKit(folder);
  applySteps(await kit.planInstall(), folder);
  writeFileSync(join(folder, 'acars/va_config.php'), `<?php\ndefine('VA_NAME', 'Mine');\n`);
  applySteps(await kit.planUninstall(), folder);
  assert.equal(existsSync(join(folder, 'acars')), false);
  assert.deepEqual(await kit.planUninstall(), []);
  applySteps(await kit.planInstall(), folder);
  assert.match(readFileSync(join(folder, 'acars/va_config.php'), 'utf8'), /Mine/);
  writeFileSync(join(folder, 'acars/theirs.html'), '');
  applySteps(await kit.planUninstall(), folder);
  assert.equal(existsSync(join(folder, 'acars/theirs.html')), true, 'what is not ours stays');
});

test('a folder that is not a crew center or has invalid values is refused', async () => {
  await assert.rejects(openEdgeKit(home), CrewCenterError);
  const folder = crewCenter('wrong', { 'acars/va_config.php': `<?php define('TRACKER_REQUIRE_BID', 'no');` });
  await assert.rejects(openEdgeKit(folder), /TRACKER_REQUIRE_BID/);
});

test('an uploaded program and what names the private place stay at updates, and go when Tracker goes; what else lies there stays', async () => {
  for (const stranger of [null, 'dump.sql']) {
    const folder = crewCenter(`packed-${stranger}`, { 'acars/login.php': '<?php // an older one' });
    const [packed, place] = [join(folder, packedFolders[5]), join(folder, placeFiles[5])];
    mkdirSync(packed);
    for (const name of ['program-linux-x64.part1', 'program-linux-x64.sig', ...(stranger === null ? [] : [stranger])])
      writeFileSync(join(packed, name), 'x');
    writeFileSync(place, '<?php');
    const kit = await openEdgeKit(folder);
    applySteps(await kit.planInstall(), folder);
    assert.ok(existsSync(join(packed, 'program-linux-x64.part1')) && existsSync(place));
    const { belongs } = siteProfile(folder);
    const told = ['program/program-linux-x64.part1', '_tracker_place.php', 'program/dump.sql', 'program/a/b.php'].map(
      (path) => belongs(join(folder, 'acars'), path),
    );
    assert.deepEqual(told, [true, true, false, false]);
    applySteps(await kit.planUninstall(), folder);
    assert.deepEqual([existsSync(place), existsSync(packed)], [false, stranger !== null]);
  }
});
