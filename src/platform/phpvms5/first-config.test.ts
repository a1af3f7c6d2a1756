import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { configFile, edgeSource, sampleFile } from './edge-files.ts';
import { makeFirstConfig } from './first-config.ts';
import { readVaConfig } from './va-config.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-first-'));
after(() => rmSync(home, { recursive: true }));

/** What is logged at a start with this folder, and its values. */
async function start(change: (acars: string) => void) {
  const folder = mkdtempSync(join(home, 'site-'));
  const acars = join(folder, 'acars');
  cpSync(edgeSource, acars, { recursive: true });
  change(acars);
  const said: string[] = [];
  makeFirstConfig(folder, (level, message) => said.push(`${level}: ${message}`));
  return { acars, path: join(acars, configFile), said };
}

test('the first start makes va_config.php from its sample, with the same values', async () => {
  const { acars, path, said } = await start(() => undefined);
  assert.deepEqual(said, ['info: va_config.php was made from its sample']);
  assert.doesNotMatch(readFileSync(path, 'utf8'), /Tracker edge/);
  assert.deepEqual(await readVaConfig(path), await readVaConfig(join(acars, sampleFile)));
});

test('one that is there stays, also as a link that leads nowhere', async () => {
  const own = `<?php\ndefine('VA_NAME', 'Mine');\n`;
  const { path, said } = await start((acars) => writeFileSync(join(acars, configFile), own));
  assert.deepEqual([said, readFileSync(path, 'utf8')], [[], own]);
  const link = await start((acars) => symlinkSync('/nowhere/va_config.php', join(acars, configFile)));
  assert.deepEqual([link.said, existsSync(link.path)], [[], false]);
});

test('a folder of before has no sample, and gets no file', async () => {
  const { path, said } = await start((acars) => rmSync(join(acars, sampleFile)));
  assert.deepEqual([said, existsSync(path)], [[], false]);
});
