import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { isRoot, requireOwnPath } from './owner.ts';

test('a path is root’s alone from the folder down; what is above the folder, and the folder itself, are not asked', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-owner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'own/deep'), { recursive: true });
  mkdirSync(join(folder, 'shared/deep'), { recursive: true });
  chmodSync(join(folder, 'shared'), 0o777);
  symlinkSync(join(folder, 'own'), join(folder, 'link'));
  chmodSync(folder, 0o777);
  for (const path of [folder, dirname(folder), join(folder, 'own/deep'), join(folder, 'own/not/there')])
    requireOwnPath(folder, path);
  // Who is not root can be led nowhere that they may not go themselves.
  const cases = [
    ['shared/deep', /shared can be changed by others than root/],
    ['link/deep', /link is a link/],
  ] as const;
  for (const [path, expected] of cases) {
    const ask = () => requireOwnPath(folder, join(folder, path));
    if (isRoot()) assert.throws(ask, expected);
    else assert.doesNotThrow(ask);
  }
});
