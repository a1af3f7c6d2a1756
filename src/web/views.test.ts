import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootOf } from './place.ts';

test('every page knows its way up to the map', () => {
  const cases = [
    ['/tracker', 'tracker/'],
    ['/tracker/', './'],
    ['/tracker/?flight=a/b', './'],
    ['/tracker/embed', './'],
    ['/tracker/flights/abc', '../'],
    ['/tracker/operator/', '../'],
    ['/tracker/operator/flights/abc/cancel?x=/y', '../../../'],
  ] as const;
  for (const [url, root] of cases) {
    assert.equal(rootOf({ url, trackerOrigin: null }), root, url);
    assert.equal(new URL(root, `http://host${url}`).pathname, '/tracker/', url);
  }
});
