import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Answered } from '../../../prove/phpvms7-core/play.ts';
import { packRecording, readRecording } from '../../../prove/phpvms7-core/recording.ts';
import { requests } from '../../../prove/phpvms7-core/requests.ts';
import { type Shape, shapeOf } from '../../../prove/phpvms7-core/shape-of.ts';

const cases: readonly (readonly [string, unknown, Shape])[] = [
  ['scalars', [true], ['boolean']],
  [
    'an instant is told from a text',
    { at: '2026-01-02T03:04:05.000000Z', name: 'x' },
    { at: 'instant', name: 'string' },
  ],
  ['kinds of a list stand side by side', [{ a: 1 }, { a: null }], [{ a: 'null|number' }]],
  [
    'a member that some items lack',
    [{ a: 1, b: 1 }, { a: 1 }, { a: 1, b: null }],
    [{ a: 'number', 'b?': 'null|number' }],
  ],
  ['a list of nothing', { data: [] }, { data: [] }],
  ['lists of lists', [[], [1], ['x']], [['number|string']]],
  ['an object beside null', [{ a: null }, { a: { b: 1 } }], [{ a: { b: 'number' } }]],
  ['a text is no name of a part', ['#1'], ['string']],
];

for (const [name, value, shape] of cases) test(`shape: ${name}`, () => assert.deepEqual(shapeOf(value), shape));

test('a recording reads as it was packed', () => {
  const shape = shapeOf({
    data: [{ id: 1, a: { x: 1, y: 2, z: null, u: [], v: 'x' }, b: { x: 1, y: 2, z: null, u: [], v: 'x' }, c: 1, d: 1 }],
  });
  const request = requests[0] ?? assert.fail();
  const answered: readonly Answered[] = [{ request, status: 200, shape, text: 'a secret of the site' }];
  const packed = packRecording('7.0.10', answered);
  assert.doesNotMatch(packed, /secret/);
  const directory = mkdtempSync(join(tmpdir(), 'recording-'));
  const file = join(directory, 'recording.json');
  writeFileSync(file, packed);
  try {
    assert.deepEqual(readRecording(file), [{ request, status: 200, shape }]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('the recording answers the requests of the round, in their order', () => {
  const recorded = readRecording(new URL('recorded/phpvms-7.0.10.json', import.meta.url));
  assert.ok(recorded.length >= 150);
  assert.deepEqual(
    recorded.map(({ request }) => request),
    requests,
  );
});

test('each request of the round has a name of its own', () => {
  assert.equal(new Set(requests.map(({ name }) => name)).size, requests.length);
});
