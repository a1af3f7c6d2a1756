import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitOf, isReleased, packageVersion, versionWithCommit } from './version.ts';

test('a build that was not released says its commit', () => {
  assert.equal(versionWithCommit('0.2.0-dev', 'abc1234def5678'), '0.2.0-dev+abc1234');
  assert.equal(versionWithCommit('0.2.0-dev', null), '0.2.0-dev');
  assert.equal(versionWithCommit('0.2.0', 'abc1234def5678'), '0.2.0');
  assert.ok(isReleased('0.2.0') && !isReleased('0.2.0-dev') && !isReleased('0.2.0-dev+abc1234'));
  assert.match(packageVersion(), /^\d+\.\d+\.\d+(?:-dev(?:\+[0-9a-f]{7})?)?$/);
});

test('the commit is that of the folder, not of a checkout above it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-commit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  assert.equal(commitOf(folder), null);
  git('init', '--quiet');
  assert.equal(commitOf(folder), null);
  writeFileSync(join(folder, 'file'), '');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'One');
  assert.equal(commitOf(folder), git('rev-parse', 'HEAD'));
  mkdirSync(join(folder, 'below'));
  assert.equal(commitOf(join(folder, 'below')), null);
});
