import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { CrewCenterError } from '../crew-center.ts';
import { applySteps, type EdgeStep } from '../edge-steps.ts';
import { openEdgeKit } from '../open-edge.ts';
import { edgeFiles, edgeSource, readEdge } from './edge-files.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-install-'));
after(() => rmSync(home, { recursive: true }));

const core = `<?php define('DBASE_USER', 'a'); define('DBASE_PASS', 'b'); define('DBASE_NAME', 'c'); define('DBASE_SERVER', 'd');
define('SITE_URL', 'https://va.test');`;

function crewCenter(name: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(home, name, 'site');
  for (const [path, text] of Object.entries({ 'core/local.config.php': core, 'index.php': '', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const told = (steps: readonly EdgeStep[], folder: string) =>
  steps.map(({ kind, path }) => `${kind} ${path.slice(folder.length + 7)}`);

test('a first install writes every file; a second one has nothing to do', async () => {
  const folder = crewCenter('first');
  const kit = await openEdgeKit(folder);
  applySteps(await kit.planInstall(), folder);
  for (const name of [...edgeFiles, 'va_config.php']) {
    assert.deepEqual(readFileSync(join(folder, 'acars', name)), readFileSync(join(edgeSource, name)), name);
  }
  assert.ok((await kit.planInstall()).every(({ kind }) => kind === 'keep'));
  const { isInstalled, mixed, fingerprint } = await readEdge(folder);
  assert.deepEqual([isInstalled, mixed], [true, []]);
  assert.match(fingerprint ?? '', /^[0-9a-f]{64}$/);
});

test('an older folder is replaced: values stay, obsolete scripts and runtime files go, the rest is left alone', async () => {
  const mine = `<?php\ndefine('VA_NAME', 'Mine');\n`;
  const folder = crewCenter('older', {
    'acars/va_config.php': mine,
    'acars/login.php': '<?php // an older one',
    'acars/cleanup_live.php': '',
    'acars/login_debug.php': '',
    'acars/test_bid.php': '',
    'acars/old.json': '',
    'acars/backup.zip': '',
    'acars/sessions/a.json': '',
    'acars/reports/b.txt': '',
    'acars/storage/journal.sqlite': '',
    'acars/mine.png': '',
  });
  const steps = await (await openEdgeKit(folder)).planInstall();
  assert.deepEqual(
    told(steps, folder)
      .filter((step) => step.startsWith('remove'))
      .sort(),
    ['backup.zip', 'cleanup_live.php', 'login_debug.php', 'old.json', 'reports', 'sessions', 'test_bid.php'].map(
      (name) => `remove ${name}`,
    ),
  );
  applySteps(steps, folder);
  assert.equal(readFileSync(join(folder, 'acars/va_config.php'), 'utf8'), mine);
  for (const name of ['mine.png', 'storage/journal.sqlite']) assert.ok(existsSync(join(folder, 'acars', name)), name);
});

test('files of several versions are told by name', async () => {
  const folder = crewCenter('mixed');
  applySteps(await (await openEdgeKit(folder)).planInstall(), folder);
  const before = (await readEdge(folder)).fingerprint;
  writeFileSync(join(folder, 'acars/position.php'), '<?php\n// Tracker edge 1.1.0-4\n');
  rmSync(join(folder, 'acars/.htaccess'));
  const { mixed, fingerprint } = await readEdge(folder);
  assert.deepEqual(mixed, ['position.php', '.htaccess']);
  assert.notEqual(fingerprint, before);
});

test('uninstall takes everything of ours away and keeps the values, which a later install brings back', async () => {
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

test('a folder that is no crew center, or whose values are wrong, is refused', async () => {
  await assert.rejects(openEdgeKit(home), CrewCenterError);
  const folder = crewCenter('wrong', { 'acars/va_config.php': `<?php define('TRACKER_REQUIRE_BID', 'no');` });
  await assert.rejects(openEdgeKit(folder), /TRACKER_REQUIRE_BID/);
});
