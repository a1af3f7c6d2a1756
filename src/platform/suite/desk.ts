import assert from 'node:assert/strict';
import type { Page, Schedule, ScheduleFilter } from '../../tracking/desk-model.ts';
import type { DeskCall, PilotDesk } from '../desk.ts';
import type { Platform } from '../port.ts';
import { deskCalls } from '../port-table.ts';
import type { DeskFixtures, DeskView, SuiteCase, SuiteWorld } from './world.ts';

/** A world whose host has what the cases of the desk need. */
export interface DeskWorld extends SuiteWorld {
  readonly wanted: DeskFixtures;
  readonly view: DeskView;
}

/** A case for platforms that offer all of these calls; for others, `notOfferedCase` checks that there is a reason. */
export function deskCase<C extends DeskCall>(
  name: string,
  calls: readonly C[],
  run: (desk: Pick<PilotDesk, C>, world: DeskWorld) => Promise<void>,
): SuiteCase {
  return {
    name,
    async run(world) {
      const desk = deskOf(world.platform, calls);
      const isClosed = deskCalls.every((call) => typeof world.platform.desk[call] !== 'function');
      if (desk === null || isClosed) return;
      const wanted = world.fixtures.desk;
      const view = world.host.desk;
      assert.ok(
        wanted !== undefined && view !== undefined,
        'the world has nothing for the desk that its platform offers',
      );
      await run(desk, { ...world, wanted, view });
    },
  };
}

/** The methods of these calls; null when one is not offered. */
export function deskOf<C extends DeskCall>(platform: Platform, calls: readonly C[]): Pick<PilotDesk, C> | null {
  const isOffered = calls.every((call) => typeof platform.desk[call] === 'function');
  return isOffered ? (platform.desk as unknown as Pick<PilotDesk, C>) : null;
}

export const notOfferedCase: SuiteCase = {
  name: 'desk: a call that is not offered says why, in a sentence',
  async run({ platform }) {
    for (const call of deskCalls) {
      const offer = platform.desk[call];
      if (typeof offer === 'function') continue;
      assert.match(offer.notOffered, /^\p{Lu}.{10,200}\.$/u, call);
    }
  },
};

export const everything: ScheduleFilter = {
  departure: null,
  arrival: null,
  aircraftId: null,
  airline: null,
  text: null,
  minDistanceNm: null,
  maxDistanceNm: null,
  minFlightTimeMin: null,
  maxFlightTimeMin: null,
};

/** All that the filter finds. A host of the suite has few schedules. */
export async function search(
  desk: Pick<PilotDesk, 'searchSchedules'>,
  pilotId: string,
  filter: Partial<ScheduleFilter> = {},
): Promise<readonly Schedule[]> {
  const found = await desk.searchSchedules(pilotId, { ...everything, ...filter }, { page: 1, perPage: 100 });
  assert.equal(found.total, found.items.length, 'the total is another than what is there');
  return found.items;
}

/** Every page of a list, each checked; then one page more, which must be empty. */
export async function everyPage<T>(perPage: number, read: (page: number) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  for (let page = 1; page <= 50; page += 1) {
    const part = await read(page);
    assert.deepEqual([part.page, part.perPage], [page, perPage]);
    const left = Math.max(0, part.total - (page - 1) * perPage);
    assert.equal(part.items.length, Math.min(perPage, left), `page ${page} of ${part.total} in all`);
    items.push(...part.items);
    if (part.items.length === 0) return items;
  }
  return assert.fail('the pages do not end');
}
