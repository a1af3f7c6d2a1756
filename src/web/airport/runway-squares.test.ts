import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { squaresIn } from '../browser/runways/squares.js';
import type { SquareRunway } from './runway-squares.ts';
import { readSquare } from './squares.ts';

test('the runways of a square are served, for a day, and nothing for what is no corner', async () => {
  await using web = await WebWorld.open();
  const answer = await web.get('/tracker/runways/44/8.json');
  assert.match(String(answer.headers['cache-control']), /public, max-age=86400/);
  const { runways } = answer.json() as { runways: SquareRunway[] };
  const zurich = runways.filter(([airport]) => airport === 'LSZH').map((runway) => runway.slice(1));
  assert.deepEqual(
    zurich.map(([low, high]) => `${low}/${high}`),
    ['10/28', '14/32', '16/34'],
  );
  // 14 has a width of 60 m; its threshold is displaced by 490 ft.
  assert.deepEqual(zurich[1]?.slice(2), [47.4831, 8.53473, 47.4613, 8.56446, 60, 149, 0]);
  for (const odd of ['45/8', '44/9', '92/0', '44/180', 'x/8', '1e1/8', '44/-184'])
    assert.equal((await web.get(`/tracker/runways/${odd}.json`)).statusCode, 404, odd);
});

test('every square that a map asks for is one, also around the dateline and the poles', () => {
  const views = [
    [{ south: 46.1, north: 48.9, west: 5.9, east: 10.4 }, ['44/8', '48/8', '44/4', '48/4']],
    [{ south: -1, north: 1, west: 178, east: 182 }, ['-4/176', '-4/-180', '0/176', '0/-180']],
    [{ south: 83, north: 88, west: -540, east: -538 }, ['84/-180', '80/-180']],
  ] as const;
  for (const [bounds, names] of views) {
    assert.deepEqual(squaresIn(bounds).toSorted(), names.toSorted());
    for (const name of names) {
      const [south = '', west = ''] = name.split('/');
      assert.notEqual(readSquare({ south, west }), null, name);
    }
  }
});
