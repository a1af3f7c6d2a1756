import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Fingerprint } from './fingerprint.ts';

const names = ['lat', 'lon', 'phase', 'data', 'on'];
const fingerprint = new Fingerprint(names);
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 1, -1, 0.5, '0', '1', '', 'a', 'b', true, false, null),
  fc.string(),
  fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
);
const object = fc.dictionary(fc.constantFrom(...names, 'other'), value, { noNullPrototype: true });

test('objects have the same fingerprint exactly if their members say the same as JSON, in whatever order and whatever else they say', () => {
  const said = (each: Readonly<Record<string, unknown>>) => JSON.stringify(names.map((name) => each[name] ?? null));
  fc.assert(
    fc.property(object, object, (one, other) => {
      const isSame = said(one) === said(other);
      assert.equal(fingerprint.of(one) === fingerprint.of(other), isSame);
      const reversed = Object.fromEntries(Object.entries(one).toReversed());
      assert.equal(fingerprint.of({ ...reversed, further: 1 }), fingerprint.of(one));
    }),
    { numRuns: 5_000 },
  );
});

test('objects that differ in little, or by a change that is made twice, have fingerprints of their own, spread over 53 bits', () => {
  const all: object[] = [];
  for (let step = 0; step < 30_000; step += 1) {
    const [lat, lon] = [47 + step / 100_000, 8 + step / 100_000];
    all.push(
      { lat, lon },
      { lat: -lat, lon: -lon },
      { lat, lon: -lon },
      { lat: lon, lon: lat },
      { lat: step, phase: `${step}` },
    );
  }
  const found = all.map((each) => fingerprint.of(each));
  assert.equal(new Set(found).size, all.length);
  assert.ok(found.every((each) => Number.isSafeInteger(each) && each >= 0));
  for (let bit = 0; bit < 53; bit += 1) {
    const share = found.filter((each) => Math.floor(each / 2 ** bit) % 2 === 1).length / found.length;
    assert.ok(Math.abs(share - 0.5) < 0.01, `bit ${bit}: ${share}`);
  }
});
