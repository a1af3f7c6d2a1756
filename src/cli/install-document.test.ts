import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../test/command-line.ts';
import { addDenyBlock } from '../platform/check/deny-rules.ts';

const core = `<?php define('DBASE_USER', 'a'); define('DBASE_PASS', 'b'); define('DBASE_NAME', 'c'); define('DBASE_SERVER', 'd');
define('SITE_URL', 'http://127.0.0.1:9');`;

test('install and uninstall print one document with --json: what was done, and whether it works', async () => {
  const home = mkdtempSync(join(tmpdir(), 'cli-site-'));
  try {
    const folder = join(home, 'site');
    mkdirSync(join(folder, 'core'), { recursive: true });
    writeFileSync(join(folder, 'core', 'local.config.php'), core);
    writeFileSync(join(folder, 'index.php'), '');
    const json = async (...words: readonly string[]) => {
      const { code, out } = await run([...words, folder, '--json']);
      assert.doesNotMatch(out, /\n/);
      return { code, ...JSON.parse(out) };
    };
    const planned = await json('install', '--dry-run');
    assert.deepEqual(
      [planned.code, planned.success, planned.output.at(-1)],
      [0, true, 'Nothing was done (--dry-run).'],
    );
    assert.ok(
      planned.steps.some(
        ({ kind, path }: { kind: string; path: string }) => kind === 'write' && path.endsWith('va_config.php'),
      ),
    );
    const installed = await json('install');
    assert.deepEqual([installed.code, installed.success], [1, false], 'no site answers at its address');
    writeFileSync(join(folder, '.htaccess'), addDenyBlock('', { paths: ['dump.sql'], hidesLists: false }));
    const removed = await json('uninstall');
    assert.deepEqual([removed.code, removed.success], [0, true]);
    assert.ok(removed.steps.length > 0);
    const kept = removed.steps.find(({ path }: { path: string }) => path === join(folder, '.htaccess'));
    assert.equal(kept?.kind, 'keep', 'rules for files of the site stay, and are named');
    assert.match(kept.why, /`tracker check --fix`.*# BEGIN Tracker.*# END Tracker/);
  } finally {
    rmSync(home, { recursive: true });
  }
});
