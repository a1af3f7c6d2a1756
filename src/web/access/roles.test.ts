import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { isDecided, mayUse, type Role, roleNames } from './roles.ts';

const cases: readonly (readonly [path: string, roles: readonly Role[]])[] = [
  ['/tracker/operator/', ['operator', 'reviewer', 'editor']],
  ['operator', ['operator', 'reviewer', 'editor']],
  ['/tracker/operator/in-progress', ['operator', 'reviewer', 'editor']],
  ['/tracker/operator/flights/:id/:rescue', ['operator']],
  ['/tracker/operator/review/:id', ['reviewer']],
  ['/tracker/admin/fleet/aircraft', ['editor']],
  ['/tracker/flights/:id/share', ['operator', 'reviewer']],
  ['/tracker/update', ['operator']],
  ['/tracker/operator/backups/make', ['operator']],
  ['/tracker/operator/backups/restore', []],
  ['/tracker/admin/fleet.csv', ['editor']],
  ['/tracker/operator/staff/:id/remove', []],
  ['/tracker/operator/of-tomorrow', []],
  ['/tracker/constructor', []],
];

for (const [path, allowed] of cases)
  test(`who may use ${path}: owners, ${allowed.join(', ') || 'and nobody else'}`, () => {
    for (const role of roleNames) assert.equal(mayUse([role], path), role === 'owner' || allowed.includes(role), role);
    assert.equal(mayUse([], path), false);
  });

test('a member may use what any of their roles may', () => {
  assert.ok(mayUse(['editor', 'reviewer'], 'operator/review'));
  assert.ok(!mayUse(['editor', 'reviewer'], 'operator/outbox'));
});

test('somebody has decided about every part of the pages that needs a session', async () => {
  await using web = await WebWorld.open();
  const { cookie } = await web.signIn();
  const { body } = await web.get('/tracker/operator/', { cookie });
  const entries = [...body.matchAll(/<li><a href="\.\.\/([\w/-]+)"/g)].map(([, path = '']) => path);
  assert.ok(entries.includes('operator/staff') && entries.includes('admin/fleet'), entries.join(' '));
  assert.deepEqual(
    entries.filter((path) => !isDecided(path)),
    [],
  );
});
