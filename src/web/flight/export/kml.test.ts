import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../../test/flown.ts';
import { writeKml } from './kml.ts';

test('line, curtain and replay have one colour, alpha aside', () => {
  const kml = [...writeKml({ name: 'A', callsign: 'A', positions: [position(0), position(1)], marks: [] })].join('');
  const colors = [...kml.matchAll(/<color>..([0-9a-f]{6})<\/color>/g)].map(([, color]) => color);
  assert.deepEqual(colors, ['c08f2b', 'c08f2b']);
  assert.equal(kml.match(/<styleUrl>#track<\/styleUrl>/g)?.length, 2);
});
