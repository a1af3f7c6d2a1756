import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { World } from '../../test/world.ts';
import { readStoredVersion } from '../lib/stored-version.ts';
import { dataFormats } from './data-formats.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-formats-'));
after(() => rmSync(home, { recursive: true }));

test('the newest versions are those that a fresh server writes, with each embedded crew center', async () => {
  const written = new Map<string, number>();
  for (const version of ['7', '5'] as const) {
    await using world = await World.with({ config: { crewCenter: { kind: 'embedded', version } } });
    for (const { file } of dataFormats) {
      const stored = readStoredVersion(join(world.directory, file));
      if (stored !== null) written.set(file, stored);
    }
  }
  assert.deepEqual(
    [...written],
    dataFormats.map(({ file, newest }) => [file, newest]),
  );
});
