import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeOf } from './free-box.js';
import { glideS } from './glide.js';

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

test('the free part of the map is beside the panel and the card, and above a sheet', () => {
  const desktop = box(0, 0, 1440, 900);
  const phone = box(0, 0, 390, 844);
  const panel = box(14, 14, 340, 700);
  const cases: readonly (readonly [string, typeof desktop, (typeof desktop)[], readonly number[]])[] = [
    ['nothing', desktop, [], [0, 0, 1440, 900]],
    ['panel', desktop, [panel], [354, 0, 1086, 900]],
    ['panel and card', desktop, [panel, box(1090, 14, 336, 600)], [354, 0, 736, 900]],
    ['a map that does not begin at the corner', box(100, 50, 1340, 850), [box(114, 64, 340, 700)], [354, 0, 986, 850]],
    ['sheet at half', phone, [box(0, 422, 390, 422)], [0, 0, 390, 422]],
    ['sheet over all', phone, [box(0, 40, 390, 804)], [0, 0, 390, 68]],
    ['two that leave nothing', box(0, 0, 700, 390), [box(0, 0, 340, 390), box(360, 0, 340, 390)], [0, 0, 700, 390]],
  ];
  for (const [name, whole, covers, free] of cases) {
    const { x, y, width, height } = freeOf(whole, covers);
    assert.deepEqual([x, y, width, Math.round(height)], free, name);
  }
});

test('the view glides the longer the further it goes, and never long', () => {
  const cases: readonly (readonly [windows: number, steps: number, seconds: number])[] = [
    [0, 0, 0.16],
    [0.5, 0, 0.22],
    [1, 2, 0.4],
    [0.5, -3, 0.4],
    [20, 8, 0.6],
    [Number.NaN, 0, 0.6],
  ];
  for (const [windows, steps, seconds] of cases)
    assert.equal(Math.round(glideS(windows, steps) * 100) / 100, seconds, `${windows} windows, ${steps} levels`);
});
