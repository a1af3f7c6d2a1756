import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { moduleFiles } from '../src/platform/phpvms7/module-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'module-zip-'));
after(() => rmSync(folder, { recursive: true }));
const program = join(import.meta.dirname, '../build/pack-module.ts');

// Packed at one time: without one it is that of packing, in steps of two seconds.
test('the packed module holds every file of it, and is the same one wherever it is packed', () => {
  const [one, other] = ['UTC', 'Pacific/Auckland'].map((zone, index) => {
    const file = join(folder, `${index}.zip`);
    const { status, stderr } = spawnSync(process.execPath, [program, file], {
      env: { ...process.env, TZ: zone, SOURCE_DATE_EPOCH: '1700000000' },
    });
    assert.equal(status, 0, String(stderr));
    return readFileSync(file);
  });
  assert.ok(one !== undefined && other !== undefined && one.equals(other));
  assert.equal(one.readUInt16LE(one.length - 22 + 10), moduleFiles().length);
  for (const { path } of moduleFiles()) assert.ok(one.includes(`Tracker/${path}`), path);
});
