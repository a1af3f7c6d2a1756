import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../lib/secret.ts';
import { decodeValue, encodeValue } from './wire.ts';

const sent = (value: unknown) => decodeValue(encodeValue(value));

test('what JSON lacks arrives as it was sent, however deep it is', () => {
  const bytes = new Uint8Array([0, 255, 7]);
  const special = [
    new Map<unknown, unknown>([['a', new Map([[1, Number.NaN]])]]),
    bytes,
    Number.POSITIVE_INFINITY,
    { $: 'map', v: [bytes] },
    { $: new Map() },
  ];
  for (const value of special) {
    for (const wrapped of [value, [1, value, null], { plain: 1, value, more: { list: [[value]] } }])
      assert.deepEqual(sent(wrapped), wrapped);
  }
  const { list } = sent({ list: [{ password: new Secret('p') }] }) as { list: { password: Secret }[] };
  assert.equal(list[0]?.password.reveal(), 'p');
});

test('what is sent stays as it is', () => {
  const value = { list: [1, Number.NaN, { at: new Map([[1, 2]]) }], $: [Number.NaN], other: { $: 1 } };
  const before = structuredClone(value);
  encodeValue(value);
  assert.deepEqual(value, before);
});

test('members that JSON leaves out are left out, and those of a list are null', () => {
  assert.deepEqual(sent({ a: undefined, b: [undefined, 1] }), { b: [null, 1] });
  assert.deepEqual(sent({ a: undefined, b: Number.NaN }), { b: Number.NaN });
});

test('a member may have any name', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object;
  const got = sent({ value, odd: Number.NaN }) as { value: object };
  assert.equal(JSON.stringify(got.value), '{"__proto__":{"a":1},"constructor":2}');
  const named = JSON.parse('{"__proto__":[{"$":1}]}') as object;
  assert.equal(JSON.stringify(sent(named)), '{"__proto__":[{"$":1}]}');
  assert.equal(({} as { a?: number }).a, undefined);
});

test('a function is refused', () => {
  assert.throws(() => encodeValue({ list: [{ call: () => 1 }] }), TypeError);
});
