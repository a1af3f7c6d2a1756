import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { Elsewhere, Place } from '../http/elsewhere.ts';
import { native } from './native/native.ts';
import { coreAtApi } from './phpvms7-core/phpvms7-core.ts';
import { SentOn } from './sent-on.ts';

const place = { name: 'another server' } as unknown as Place;

/** Everything that has a token or key is of another server's pilot; `asked` says by what it was looked for. */
function everythingElsewhere() {
  const asked: string[] = [];
  const note = (what: string) => {
    asked.push(what);
    return place;
  };
  const elsewhere = {
    ofToken: (token: string) => note(`token ${token}`),
    holderOf: (token: string) => note(`holder ${token}`),
    ofKey: (key: string) => note(`key ${key}`),
  } as unknown as Elsewhere;
  return { asked, elsewhere };
}

const requestOf = (headers: object) => ({ headers }) as unknown as FastifyRequest;
const both = { authorization: 'Bearer tk', 'x-api-key': 'ky' };

test('a token tells at once which server answers a request; a key does not', () => {
  const { asked, elsewhere } = everythingElsewhere();
  assert.equal(new SentOn(native, elsewhere).holderOf(both), place);
  assert.equal(new SentOn(native, elsewhere).holderOf({}), null);
  assert.equal(new SentOn(coreAtApi, elsewhere).holderOf(both), null, 'a key tells it only when it was looked up');
  assert.deepEqual(asked, ['holder tk']);
});

test('a request is noted by the token or the key that its contract reads, and only then', () => {
  const { asked, elsewhere } = everythingElsewhere();
  for (const [contract, by] of [
    [native, 'token tk'],
    [coreAtApi, 'key ky'],
  ] as const) {
    const sentOn = new SentOn(contract, elsewhere);
    const [request, stranger] = [requestOf(both), requestOf({})];
    assert.deepEqual([sentOn.note(request), sentOn.note(stranger)], [true, false]);
    assert.deepEqual([sentOn.has(request), sentOn.has(stranger)], [true, false]);
    assert.equal(asked.pop(), by);
    assert.deepEqual(asked, []);
  }
});
