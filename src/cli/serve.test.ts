import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { configOf, tracker } from '../../test/command-line.ts';
import { openServer } from '../server/app.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-serve-'));
after(() => rmSync(folder, { recursive: true }));

test('the link that sets the password has the address of the running server', async () => {
  const data = join(folder, 'link');
  await using server = await openServer({ config: configOf(data), replace: { passwordCost: 4 } });
  const { code, text } = await tracker(data, 'operator', 'link', '--json');
  assert.equal(code, 0);
  const { path, url } = JSON.parse(text) as { path: string; url: string };
  assert.equal(url, `${server.url}${path}`);
  assert.equal((await fetch(url)).status, 200);
});
