import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { run, succeed } from './shell.ts';
import { RunningUnit } from './unit.ts';

/**
 * `npm run release:test`, after `npm run release`: the release as a stranger installs it, on a Debian that may be changed.
 * The data is that of an early version.
 */
const root = join(import.meta.dirname, '../..');
const release = join(root, 'release');
const data = '/var/lib/va-tracker';
const settings = '/etc/va-tracker/va-tracker.env';
/** The demo makes one for each airline that it keeps. */
const password = 'chosen-by-the-test';
const work = mkdtempSync('/var/tmp/tracker-release-');
const packages = { before: join(work, 'before.deb'), now: '' };
const install = (file: string) => succeed(`dpkg -i ${file}`, { DEBIAN_FRONTEND: 'noninteractive' });
const pireps = () => (JSON.parse(succeed('va-tracker pireps list --json')) as unknown[]).length;

before(() => {
  const architecture = succeed('dpkg --print-architecture').trim();
  const [file] = globSync(`va-tracker_*_${architecture}.deb`, { cwd: release });
  assert.ok(file, `release/ has no package for ${architecture}: run \`npm run release\` first`);
  packages.now = join(release, file);
  // The same files under an older version, which is what an upgrade replaces.
  succeed(
    `dpkg-deb -R ${packages.now} ${work}/tree && sed -i 's/^Version: .*/Version: 0.0.9/' ${work}/tree/DEBIAN/control`,
  );
  succeed(`dpkg-deb -b -Zgzip -z1 --root-owner-group ${work}/tree ${packages.before} && rm -r ${work}/tree`);
});

after(() => {
  run('VA_TRACKER_PURGE_DATA=yes dpkg --purge va-tracker');
  rmSync(work, { recursive: true });
});

test('the checksums are those of the files', () => {
  succeed(`cd ${release} && sha256sum --check --strict SHA256SUMS`);
});

test('the package is installed: a user, a command, units, a folder for the data', () => {
  assert.match(install(packages.before), /systemctl enable --now va-tracker\.socket/);
  assert.match(succeed('va-tracker --version'), /^\d+\.\d+\.\d+/);
  assert.match(succeed('tracker --version'), /^\d+\.\d+\.\d+/);
  assert.equal(succeed(`stat -c '%U:%G %a' ${data}`).trim(), 'va-tracker:va-tracker 700');
  assert.equal(succeed(`stat -c '%U:%G %a' ${settings}`).trim(), 'root:va-tracker 640');
  assert.equal(succeed('cd / && dpkg --verify va-tracker').trim(), '');
});

test('systemd finds nothing wrong with the units', (t) => {
  if (run('command -v systemd-analyze').status !== 0) return t.diagnostic('not looked at: there is no systemd-analyze');
  cpSync('/usr/lib/systemd/system/va-tracker@.service', join(work, 'va-tracker@crew.service'));
  const units = ['/usr/lib/systemd/system/va-tracker.service', '/usr/lib/systemd/system/va-tracker.socket'];
  for (const unit of [...units, join(work, 'va-tracker@crew.service')])
    assert.doesNotMatch(succeed(`systemd-analyze verify ${unit} 2>&1`), /va-tracker/);
});

test('data of an early version is upgraded, a flight is flown, and a new package takes over', async () => {
  for (const name of ['journal.sqlite', 'crew-center.sqlite'])
    cpSync(join(root, 'test/golden/data-9852f9c', name), join(data, name));
  succeed(`chown -R va-tracker: ${data}`);
  writeFileSync(settings, `${readFileSync(settings, 'utf8')}\nTRACKER_LOG_LEVEL=info\n`);
  // As a version before this one left them.
  succeed(`chmod 750 ${data} && chown root:root ${settings} && chmod 644 ${settings}`);
  {
    await using unit = await RunningUnit.start();
    assert.equal(pireps(), 1);
    succeed(`echo ${password} | va-tracker pilot password DMO0003 --password-file -`);
    succeed('va-tracker bid add DMO0003 demo-dmo204 --aircraft HB-JMJ');
    assert.match(fly(unit.url, 'DMO0003'), /PIREP/);
    install(packages.now);
    assert.equal(await unit.stop(), 0);
  }
  assert.match(readFileSync(settings, 'utf8'), /TRACKER_LOG_LEVEL=info/);
  assert.equal(succeed(`stat -c %a ${data} ${settings}`), '700\n640\n');
  await using unit = await RunningUnit.start();
  assert.equal((await fetch(`${unit.url}/healthz`)).status, 200);
  assert.equal(pireps(), 2);
  assert.equal(succeed(`stat -c %U ${data}/journal.sqlite`).trim(), 'va-tracker');
});

function fly(url: string, login: string): string {
  return succeed(`cd ${work} && va-tracker fly ${url} --login ${login} --password ${password} --speed max`);
}

test('the upgrade can be undone, and a backup is put back', () => {
  const { backup } = JSON.parse(succeed('va-tracker upgrade --json')) as { backup: string };
  succeed(`va-tracker restore ${backup}`);
  succeed(`va-tracker backup ${data}/copy`);
  assert.match(succeed(`va-tracker restore ${data}/copy`), /Restored into/);
  assert.equal(pireps(), 2);
});

test('removing keeps settings and data; purging keeps the data unless asked', () => {
  succeed('dpkg --remove va-tracker');
  assert.equal(existsSync('/usr/lib/va-tracker'), false);
  assert.notEqual(run('command -v tracker').status, 0);
  assert.ok(existsSync(settings) && existsSync(join(data, 'journal.sqlite')));
  assert.match(succeed('dpkg --purge va-tracker'), /The data stays in/);
  assert.equal(existsSync(settings), false);
  assert.ok(existsSync(join(data, 'journal.sqlite')));
  install(packages.now);
  assert.equal(pireps(), 2);
  succeed('dpkg --purge va-tracker', { VA_TRACKER_PURGE_DATA: 'yes' });
  assert.equal(existsSync(data), false);
  assert.notEqual(run('getent passwd va-tracker').status, 0);
});

test("another package's tracker stays", () => {
  run('dpkg --purge va-tracker');
  writeFileSync('/usr/bin/tracker', '#!/bin/sh\necho other\n', { mode: 0o755 });
  try {
    install(packages.now);
    assert.equal(succeed('tracker').trim(), 'other');
    succeed('dpkg --purge va-tracker', { VA_TRACKER_PURGE_DATA: 'yes' });
    assert.equal(statSync('/usr/bin/tracker').isFile(), true);
  } finally {
    rmSync('/usr/bin/tracker');
  }
});

test('the archive is unpacked and flies, as a user who may write nowhere near it', () => {
  const [file] = globSync('va-tracker-*-linux-x64.tar.gz', { cwd: release });
  succeed(`chmod 755 ${work} && tar -xzf ${join(release, file ?? '')} -C ${work}`);
  const command = `${join(work, globSync('va-tracker-*', { cwd: work })[0] ?? '', 'tracker')} demo --once --speed max --listen 127.0.0.1:0`;
  const output = succeed(`cd /tmp && setpriv --reuid=nobody --regid=nogroup --clear-groups ${command}`);
  assert.match(output, /PIREP/);
});
