import assert from 'node:assert/strict';
import { blockOf, type Life, type Way } from './life.ts';

/** Where the pages for the archive and for npm put everything. */
export const ownService: Omit<Way, 'name'> = {
  command: (words) => `runuser -u tracker -- tracker ${words} --data /var/lib/tracker`,
  data: '/var/lib/tracker',
  user: 'tracker',
  service: 'tracker',
};

/** A version that can be installed, with the command that does it. */
export interface Version {
  readonly name: string;
  readonly install: string;
}

/** Installs the first version with the user, folders and service of the page, and flies. */
export function begin(life: Life, { name, install }: Version): void {
  life.step(`${name} is installed, with the user and the service of the page`, async () => {
    const { machine } = life;
    machine.succeed(
      'useradd --system --user-group --home-dir /var/lib/tracker --shell /usr/sbin/nologin tracker && install -d -o tracker -g tracker -m 700 /var/lib/tracker /var/backups/tracker',
    );
    machine.succeed(install);
    life.putEarlyData();
    const unit = blockOf('situations/no-crew-center.md', '[Unit]\nDescription=Tracker');
    machine.write('/etc/systemd/system/tracker.service', unit);
    machine.succeed('systemctl daemon-reload && systemctl enable --now tracker');
    await life.isReady();
    assert.equal(life.pireps, 1);
  });
  life.step(`${name}: a flight is flown`, () => life.fly());
}

/** Upgrades as the page says: a backup, the new version, a restart. */
export function upgrade(life: Life, from: string, { name, install }: Version): void {
  life.step(`upgraded from ${from} to ${name}`, async () => {
    const before = life.pireps;
    life.machine.succeed(`rm -rf ${backupOf(from)}`);
    life.tracker(`backup ${backupOf(from)}`);
    life.machine.succeed(`${install} && systemctl restart tracker`);
    await life.isReady();
    assert.equal(life.pireps, before);
    return life.machine.succeed('tracker --version');
  });
}

/** What one does with a version that is installed, until the machine is restarted. */
export function live(life: Life): void {
  life.step('a flight is flown', () => life.fly());
  life.step('restored on a live site, by one command', async () => {
    const before = life.pireps;
    life.machine.succeed(`rm -rf ${backupOf('live')}`);
    life.tracker(`backup ${backupOf('live')}`);
    life.fly();
    assert.equal(life.pireps, before + 1);
    assert.match(
      life.machine.succeed(`tracker restore ${backupOf('live')} --data /var/lib/tracker 2>&1`),
      /Stopping tracker\.service\.[\s\S]*Restored into[\s\S]*Starting tracker\.service again\./,
    );
    await life.isReady();
    assert.equal(life.pireps, before);
  });
  life.step('the machine is restarted', async () => {
    const before = life.pireps;
    await life.machine.restart();
    await life.isReady();
    assert.equal(life.pireps, before);
  });
  life.step('the log is in the journal of systemd', () => {
    assert.match(life.log(), /ready at/);
    assert.doesNotMatch(life.log(), /chosen-by-the-test/);
  });
}

export const backupOf = (name: string) => `/var/backups/tracker/${name}`;

/** Puts the older version back, with the backup of before, by the command of the version that has one. */
export function goBack(life: Life, { name, install }: Version, restore: string): void {
  life.step(`gone back to ${name}, with the backup of before`, async () => {
    life.machine.succeed(`systemctl stop tracker && ${install} && ${restore}`);
    life.machine.succeed('systemctl start tracker');
    await life.isReady();
    assert.ok(life.pireps >= 2);
  });
}

export function remove(life: Life, uninstall: string): void {
  life.step('removed: the data stay', () => {
    life.machine.succeed(`systemctl disable --now tracker && ${uninstall} && rm /etc/systemd/system/tracker.service`);
    assert.equal(life.machine.run('command -v tracker').status, 127);
    life.machine.succeed('test -e /var/lib/tracker/journal.sqlite');
  });
}
