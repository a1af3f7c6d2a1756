import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { findPart, lintianPart } from '../hosts/parts.ts';
import { buildEarlier, earlier, oneFile } from './earlier-builds.ts';
import { blockOf, Life, release } from './life.ts';

/** `npm run release:test`, after `npm run release`: the whole life of the package of Debian. */
const units = 'va-tracker.socket va-tracker.service';
const data = '/var/lib/va-tracker';
const settings = '/etc/va-tracker/va-tracker.env';
const now = oneFile(release, 'va-tracker_*_amd64.deb');
const life = new Life(
  { name: 'deb', command: (words) => `va-tracker ${words}`, data, user: 'va-tracker', service: 'va-tracker' },
  (machine) => {
    machine.put(oneFile(buildEarlier(earlier.second), 'va-tracker_*_amd64.deb'), '/root/before.deb');
    machine.put(now, '/root/now.deb');
  },
);
const step = life.step.bind(life);
const succeed = (command: string) => life.machine.succeed(command);
const isActive = () => succeed(`systemctl is-active ${units} | sort -u`);
const serial = () =>
  succeed('openssl s_client -connect 127.0.0.1:8787 </dev/null 2>/dev/null | openssl x509 -noout -serial');

step('lintian finds no error and no warning', () => {
  const [lintian = ''] = findPart(lintianPart);
  const { status, stdout } = spawnSync(lintian, ['--fail-on', 'error,warning', '--allow-root', now], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
});

step('the version of before (c39f409) is installed and started', async () => {
  succeed('dpkg -i /root/before.deb');
  life.putEarlyData();
  succeed(`systemctl enable --now ${units}`);
  await life.isReady();
  assert.equal(life.pireps, 1);
  return 'data of 9852f9c upgraded at the start';
});

step('a flight is flown', () => {
  const pirep = life.fly();
  assert.equal(life.pireps, 2);
  return pirep;
});

step('upgraded while clients ask', async () => {
  succeed(`va-tracker backup ${data}/before-the-upgrade`);
  const seen = await life.asked(() => succeed('dpkg -i /root/now.deb'));
  await life.isReady();
  assert.equal(life.pireps, 2);
  assert.equal(isActive(), 'active');
  assert.match(seen, / 0 of them/);
  return seen;
});

step('the package is whole, has its user, command, manual and completion', () => {
  assert.equal(succeed('cd / && dpkg --verify va-tracker'), '');
  assert.match(succeed('tracker --version'), /^\d+\.\d+\.\d+/);
  assert.equal(succeed(`stat -c '%U:%G %a' ${data}`), 'va-tracker:va-tracker 700');
  assert.equal(succeed(`stat -c '%U:%G %a' ${settings}`), 'root:va-tracker 640');
  assert.match(succeed('dpkg -L va-tracker | grep -c -e man1/va-tracker -e completions'), /[3-9]/);
  assert.doesNotMatch(
    succeed('systemd-analyze verify --man=no va-tracker.service va-tracker.socket 2>&1'),
    /va-tracker\.s/,
  );
});

step('a flight is flown with the new version', () => {
  const pirep = life.fly();
  assert.equal(life.pireps, 3);
  return pirep;
});

step('restored on a live site, by one command', async () => {
  const seen = await life.asked(() => life.tracker(`restore ${data}/before-the-upgrade`));
  await life.isReady();
  assert.equal(isActive(), 'active');
  assert.equal(life.pireps, 2);
  return seen;
});

step('the data upgraded on a live site, by one command, and put back', async () => {
  const { backup } = JSON.parse(life.tracker('upgrade --json 2>/dev/null')) as { backup: string };
  await life.isReady();
  life.tracker(`restore ${backup}`);
  await life.isReady();
  assert.equal(life.pireps, 2);
});

step('a wrong setting is mended without a command of systemd', async () => {
  succeed(`echo TRACKER_BACKUP_HOUR=99 >> ${settings}; systemctl restart va-tracker`);
  await life.machine.becomes('[ "$(systemctl show -p NRestarts --value va-tracker)" -ge 6 ]', 120_000);
  assert.equal(succeed('systemctl is-failed va-tracker.socket || true'), 'active');
  assert.match(life.log(), /TRACKER_BACKUP_HOUR/);
  succeed(`sed -i /TRACKER_BACKUP_HOUR/d ${settings}`);
  await life.isReady();
  return 'six failed starts before';
});

step('gone back to the version of before, with the backup of before', async () => {
  succeed('dpkg -i /root/before.deb');
  // It refuses the newer data.
  await life.machine.becomes('journalctl -u va-tracker --no-pager -o cat | grep -i "newer version"', 60_000);
  succeed(`systemctl stop ${units}; va-tracker restore ${data}/before-the-upgrade`);
  succeed(`systemctl reset-failed ${units}; systemctl start ${units}`);
  await life.isReady();
  assert.equal(life.pireps, 2);
});

step('what failed for good is started by the next version', async () => {
  // Its units give up after five starts within ten seconds, which take longer on a slow machine.
  const patient = '/etc/systemd/system/va-tracker.service.d/patient.conf';
  life.machine.write(patient, '[Unit]\nStartLimitIntervalSec=600\n');
  succeed(`echo TRACKER_BACKUP_HOUR=99 >> ${settings}; systemctl daemon-reload; systemctl restart va-tracker || true`);
  await life.machine.becomes('systemctl is-failed --quiet va-tracker.service', 120_000);
  succeed(`rm ${patient}; sed -i /TRACKER_BACKUP_HOUR/d ${settings}; dpkg -i /root/now.deb`);
  await life.isReady();
  assert.equal(isActive(), 'active');
  assert.equal(life.pireps, 2);
});

step('a certificate is renewed: by a restart, and by a reload', async () => {
  const issue = (folder: string, number: number, owner: string) =>
    succeed(
      `mkdir -p ${folder} && openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=crew.example -days 90 -set_serial ${number} -keyout ${folder}/privkey.pem -out ${folder}/fullchain.pem 2>/dev/null && chown -R ${owner}: ${folder} && chmod 600 ${folder}/*`,
    );
  const dropIn = '/etc/systemd/system/va-tracker.service.d/tls.conf';
  issue('/etc/letsencrypt/live/crew.example', 1, 'root');
  life.machine.write(dropIn, blockOf('situations/releases.md', '[Service]\nLoadCredential='));
  succeed('systemctl daemon-reload && systemctl restart va-tracker');
  await life.isReady();
  assert.equal(serial(), 'serial=01');
  issue('/etc/letsencrypt/live/crew.example', 2, 'root');
  succeed('systemctl try-restart va-tracker');
  await life.isReady();
  assert.equal(serial(), 'serial=02');
  const own = `${data}/tls`;
  issue(own, 3, 'va-tracker');
  life.machine.write(
    dropIn,
    `[Service]\nEnvironment=TRACKER_TLS_CERT=${own}/fullchain.pem TRACKER_TLS_KEY=${own}/privkey.pem\n`,
  );
  succeed('systemctl daemon-reload && systemctl restart va-tracker');
  await life.isReady();
  const pid = succeed('systemctl show -p MainPID --value va-tracker');
  issue(own, 4, 'va-tracker');
  succeed('systemctl reload va-tracker');
  await life.machine.becomes(
    'openssl s_client -connect 127.0.0.1:8787 </dev/null 2>/dev/null | openssl x509 -noout -serial | grep 04',
  );
  assert.equal(succeed('systemctl show -p MainPID --value va-tracker'), pid);
  succeed(`rm -r ${dropIn} ${own} && systemctl daemon-reload && systemctl restart va-tracker`);
  await life.isReady();
});

step('the log is in the journal of systemd', () => {
  assert.match(life.log(), /ready at/);
  assert.doesNotMatch(life.log(), /chosen-by-the-test/);
  return `${life.log().split('\n').length} lines`;
});

step('the machine is restarted', async () => {
  await life.machine.restart();
  await life.isReady();
  assert.equal(isActive(), 'active');
  assert.equal(life.pireps, 2);
});

step('removed, and installed again: enabled and started as before', async () => {
  succeed('dpkg --remove va-tracker');
  assert.equal(life.machine.run('command -v tracker').status, 127);
  assert.notEqual(life.machine.run('curl -sf http://127.0.0.1:8787/healthz').status, 0);
  succeed(`test -e ${settings} && test -e ${data}/journal.sqlite && test ! -e /usr/lib/va-tracker`);
  succeed('dpkg -i /root/now.deb');
  await life.isReady();
  assert.equal(succeed(`systemctl is-enabled ${units} | sort -u`), 'enabled');
  assert.equal(life.pireps, 2);
});

step('purged: the data stay unless asked', () => {
  assert.match(succeed('dpkg --purge va-tracker'), /The data stays in/);
  succeed(`test ! -e ${settings} && test -e ${data}/journal.sqlite`);
  assert.equal(succeed('find /etc/systemd/system -name "va-tracker*" | grep -v service.d || true'), '');
  succeed('dpkg -i /root/now.deb');
  assert.equal(succeed(`systemctl is-enabled ${units} | sort -u || true`), 'disabled');
  assert.equal(life.pireps, 2);
  succeed(`VA_TRACKER_PURGE_DATA=yes dpkg --purge va-tracker && test ! -e ${data}`);
  assert.notEqual(life.machine.run('getent passwd va-tracker').status, 0);
});

step("another package's tracker stays", () => {
  life.machine.write('/usr/bin/tracker', '#!/bin/sh\necho other\n', 0o755);
  succeed('dpkg -i /root/now.deb');
  assert.equal(succeed('tracker'), 'other');
  succeed('VA_TRACKER_PURGE_DATA=yes dpkg --purge va-tracker');
  assert.equal(succeed('tracker'), 'other');
});

step('three commands from nothing to a server that is ready', async () => {
  succeed('dpkg -i /root/now.deb');
  succeed(`systemctl enable --now ${units}`);
  await life.isReady();
  assert.match(life.tracker('operator link'), /welcome\?key=/);
});
