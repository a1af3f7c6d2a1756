// alone: it changes the path of its process, and makes something before each test
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { configOf } from '../../test/command-line.ts';
import { command as migrate } from './migrate.ts';
import { pauseService } from './paused-service.ts';
import { command as repair } from './repair.ts';
import { command as restore } from './restore.ts';
import { command as upgrade } from './upgrade.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracker-paused-'));
const asked = join(folder, 'asked');
const ownPath = process.env.PATH;
const isRoot = process.getuid?.() === 0;
const service = { unit: 'va-tracker.service', sockets: ['va-tracker.socket'] };

// A systemd that only writes down what it is asked.
writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\necho "$@" >> ${asked}\n`);
chmodSync(join(folder, 'systemctl'), 0o755);
process.env.PATH = `${folder}${delimiter}${ownPath}`;
beforeEach(() => writeFileSync(asked, ''));
after(() => {
  process.env.PATH = ownPath;
  rmSync(folder, { recursive: true });
});

test('a service is stopped with its socket, and both are started again at the end', async () => {
  const said: string[] = [];
  const pause = () =>
    pauseService(
      configOf(folder),
      (text) => void said.push(text),
      () => service,
    );
  if (!isRoot) {
    await assert.rejects(
      pause,
      /in use by va-tracker\.service\. Run this with sudo: .*systemctl stop va-tracker\.socket va-tracker\.service$/,
    );
    return assert.equal(readFileSync(asked, 'utf8'), '');
  }
  {
    await using _paused = await pause();
    assert.equal(readFileSync(asked, 'utf8'), 'stop va-tracker.socket va-tracker.service\n');
  }
  assert.match(readFileSync(asked, 'utf8'), /^stop .*\nstart va-tracker\.socket va-tracker\.service\n$/);
  assert.deepEqual(said, [
    'Stopping va-tracker.socket and va-tracker.service.',
    'Starting va-tracker.socket and va-tracker.service again.',
  ]);
});

test('nothing is stopped where no service has the data', async () => {
  assert.equal(await pauseService(configOf(folder), assert.fail, () => null), null);
  assert.equal(readFileSync(asked, 'utf8'), '');
});

const cases = [
  [upgrade, [], true],
  [upgrade, ['--check', 'file'], false],
  [restore, [folder], true],
  [restore, [join(folder, 'mistyped')], false],
  [repair, [], true],
  [repair, ['--dry-run'], false],
  [migrate, [], false],
] as const;

for (const [{ name, stopsServer }, args, isStopped] of cases)
  test(`tracker ${[name, ...args.map((each) => each.replace(folder, '…'))].join(' ')}: ${isStopped ? 'stops' : 'goes beside'} a server`, () => {
    assert.equal(stopsServer?.(args), isStopped);
  });

test('what is asked wrongly stops nothing', () => {
  assert.throws(() => restore.stopsServer?.([]), /takes FOLDER/);
  assert.throws(() => upgrade.stopsServer?.(['--chekc', 'x']));
});
