// needs: mariadb
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAtOnce } from '../../prove/at-once/at-once.ts';
import type { Place } from '../../prove/at-once/place.ts';
import { waysOf } from '../../prove/at-once/ways.ts';
import { openFivePlace, openSevenPlace } from './at-once-places.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';

const places = { 7: openSevenPlace, 5: openFivePlace } as const;
const perWay = 2;
/** What files late does so within this time. */
const quietMs = 3_000;

for (const [version, open] of Object.entries(places) as [
  `${7 | 5}`,
  (server: Mariadb, count: number) => Promise<Place>,
][])
  test(`phpVMS ${version}: one bid is filed once, whichever call is sent sixteen times at once`, async (t) => {
    await using mariadb = await startMariadb(version === '7' ? sqlModes.strict : sqlModes.empty);
    await using place = await open(mariadb, perWay * waysOf[version === '7' ? 7 : 5].length);
    const said: string[] = [];
    const out = (text: string) => void said.push(text);
    const isKept = await proveAtOnce(place, quietMs, { out, note: () => undefined, figure: () => undefined });
    t.diagnostic(said[0] ?? '');
    assert.ok(isKept, said.join('\n'));
  });
