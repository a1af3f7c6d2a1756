import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutPrefix, moveQueryPath } from './prefix.ts';

const bases = ['/api/tracker', '/acars'];

const cuts: readonly (readonly [url: string, cut: string])[] = [
  ['/api/tracker/status', '/api/tracker/status'],
  ['/crew/api/tracker/status?x=1', '/api/tracker/status?x=1'],
  ['/crew/api/tracker', '/api/tracker'],
  ['/crew/api/trackers', '/crew/api/trackers'],
  ['/other?next=/api/tracker/status', '/other?next=/api/tracker/status'],
];
for (const [url, cut] of cuts)
  test(`what precedes a base is cut: ${url}`, () => assert.equal(cutPrefix(url, bases), cut));

const moves: readonly (readonly [url: string, moved: string])[] = [
  ['/acars?/', '/acars/'],
  ['/acars/?/data/airports', '/acars/data/airports'],
  ['/acars?/pilot/login?username=a%40b', '/acars/pilot/login?username=a%40b'],
  ['/acars?/flights/search&limit=5&callsign=1', '/acars/flights/search?limit=5&callsign=1'],
  ['/acars?%2Fflights%2Fsearch=&limit=5', '/acars/flights/search?limit=5'],
  ['/acars?v=1', '/acars?v=1'],
  ['/acars?a=/x', '/acars?a=/x'],
  ['/acars/x?/data', '/acars/x?/data'],
  ['/other?/data', '/other?/data'],
];
for (const [url, moved] of moves)
  test(`a path in the query of a base is moved: ${url}`, () => assert.equal(moveQueryPath(url, ['/acars']), moved));
