// needs: php
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { findPhp } from './php.ts';

const php = findPhp();

/** What a call of a function in `_tracker_private.php` returns. */
function call(name: string, ...args: readonly string[]): unknown {
  const code = `define('TRACKER_EDGE', true); require $argv[1]; echo json_encode(call_user_func_array($argv[2], array_slice($argv, 3)));`;
  const file = join(edgeSource, '_tracker_private.php');
  const done = spawnSync(php, ['-r', code, '--', file, name, ...args], { encoding: 'utf8' });
  assert.equal(done.stderr, '');
  return JSON.parse(done.stdout);
}

test('the private place is the folder that a file of the site names', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-place-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const place = join(folder, 'place');
  mkdirSync(place);
  const file = join(folder, 'named');
  const cases: readonly (readonly [text: string, found: string | null])[] = [
    [`${place}\n`, place],
    [`${place}/`, place],
    [`<?php\nreturn array(\n    'place' => '${place}',\n);\n`, place],
    [`${place}\n/other`, null],
    ['place', null],
    [`${folder}/nowhere`, null],
    ['', null],
  ];
  for (const [text, found] of cases) {
    writeFileSync(file, text);
    assert.equal(call('tracker_place', file), found, text);
  }
  assert.equal(call('tracker_place', join(folder, 'none')), null);
});

test('a text of the place is written whole, for its owner only, and read back; where it cannot be, nothing is left', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-place-'));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.equal(call('tracker_place_write', folder, 'program.txt', '1.2.3\n'), true);
  assert.equal(call('tracker_place_text', folder, 'program.txt'), '1.2.3');
  assert.equal(call('tracker_place_text', folder, 'none'), '');
  assert.equal(statSync(join(folder, 'program.txt')).mode & 0o777, 0o600);
  assert.equal(readFileSync(join(folder, 'program.txt'), 'utf8'), '1.2.3\n');
  mkdirSync(join(folder, 'taken/by'), { recursive: true });
  assert.equal(call('tracker_place_write', folder, 'taken', 'x'), false);
  assert.equal(call('tracker_place_write', join(folder, 'nowhere'), 'x', 'x'), false);
  assert.deepEqual(readdirSync(folder).sort(), ['program.txt', 'taken']);
});
