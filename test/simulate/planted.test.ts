import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { plantIn } from '../../prove/simulate/planted/bug.ts';
import { bugs as ofOne } from '../../prove/simulate/planted/bugs.ts';
import { sharingBugs } from '../../prove/simulate/planted/sharing.ts';

const bugs = [...ofOne, ...sharingBugs];
const root = join(import.meta.dirname, '..', '..');

test('the place of each planted bug is there exactly once, and the source with it is still a program', () => {
  assert.ok(ofOne.length >= 25);
  assert.ok(sharingBugs.length >= 6);
  assert.equal(new Set(bugs.map(({ name }) => name)).size, bugs.length, 'two have the same name');
  for (const bug of bugs) {
    const source = readFileSync(join(root, bug.file), 'utf8');
    const planted = plantIn(source, bug);
    assert.notEqual(planted, source);
    assert.doesNotThrow(() => stripTypeScriptTypes(planted), bug.name);
  }
});

test('a place that is not there, or there twice, is an error', () => {
  const bug = { name: 'x', sentence: '', file: 'x.ts', find: 'b', replace: 'c' };
  assert.equal(plantIn('abd', bug), 'acd');
  for (const source of ['ad', 'abbd']) assert.throws(() => plantIn(source, bug), /exactly once in x\.ts/);
});
