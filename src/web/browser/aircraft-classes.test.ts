import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classOf, designators } from './aircraft-classes.js';

test('a type has the shape of its class', () => {
  const cases = [
    ['C172', 'light'],
    ['P28A', 'light'],
    ['DH8D', 'turboprop'],
    ['PC12', 'turboprop'],
    ['CRJ9', 'regional'],
    ['E190', 'regional'],
    ['C25A', 'regional'],
    ['A20N', 'narrow'],
    ['B738', 'narrow'],
    ['B38M', 'narrow'],
    ['A359', 'wide'],
    ['B77W', 'wide'],
    ['A388', 'heavy'],
    ['B744', 'heavy'],
    ['A343', 'heavy'],
    ['EC35', 'helicopter'],
    ['R44', 'helicopter'],
    ['AS21', 'glider'],
    ['a388', 'heavy'],
    ['ZZZZ', 'narrow'],
    ['', 'narrow'],
    [null, 'narrow'],
  ] as const;
  for (const [type, expected] of cases) assert.equal(classOf(type), expected, String(type));
});

test('no type has two classes, and each is written as ICAO writes it', () => {
  const all = Object.values(designators).flatMap((types) => types.trim().split(/\s+/));
  assert.deepEqual(
    all.filter((type, index) => all.indexOf(type) !== index),
    [],
  );
  assert.deepEqual(
    all.filter((type) => !/^[A-Z][A-Z0-9]{1,3}$/.test(type)),
    [],
  );
  assert.ok(all.length > 550, String(all.length));
});
