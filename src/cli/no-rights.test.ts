import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { builtProgram } from '../../test/built-program.ts';

const { launcher: program } = await builtProgram();
const folder = mkdtempSync(join(tmpdir(), 'cli-no-rights-'));
const data = join(folder, 'data');
mkdirSync(data);
for (const name of ['journal.sqlite', 'crew-center.sqlite']) writeFileSync(join(data, name), '');
chmodSync(folder, 0o755);
chmodSync(data, 0);
after(() => rmSync(folder, { recursive: true }));

/** Root may look everywhere, unless it gives that up; another user might not even see the program. */
const withoutRights = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];

const calls = [
  ['airline', 'list', '--data', data],
  ['backup', join(folder, 'backup'), '--data', data],
  ['restore', join(data, 'backup'), '--data', join(folder, 'new')],
  ['serve', '--listen', '127.0.0.1:0', '--data', data],
  ['serve', '--listen', '127.0.0.1:0', '--data', join(data, 'below')],
  ['pilot', 'list', '--crew-center', join(data, 'phpvms')],
];

for (const words of calls)
  test(`a folder without rights is not a missing one: ${words.join(' ').replaceAll(folder, '…')}`, () => {
    const [command, ...rest] = [...withoutRights, process.execPath, program, ...words];
    const { status, stderr } = spawnSync(command ?? '', rest, {
      cwd: '/',
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /no rights|permission denied|EACCES/i);
    assert.match(stderr, /[Rr]un this as|Start it as|give it|Choose another/);
    assert.doesNotMatch(stderr.trim(), /\n|no data of Tracker|not a backup/, 'one line, and the right one');
  });

test('a data directory that cannot be made ends the start, and so does SIGTERM', () => {
  for (const place of ['/proc/x', '/proc/self/y/z', '/dev/null/x']) {
    const given = ['serve', '--listen', '127.0.0.1:0', '--data', place];
    const { status, signal, stderr } = spawnSync(process.execPath, [program, ...given], {
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    assert.equal(signal, null, 'it ended by itself');
    assert.equal(status, 1);
    assert.match(stderr, /^\S+ cannot be created: .*\n$/);
  }
});
