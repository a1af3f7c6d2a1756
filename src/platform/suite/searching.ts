import assert from 'node:assert/strict';
import type { Schedule, ScheduleFilter } from '../../tracking/desk-model.ts';
import { deskCase, everyPage, everything, search } from './desk.ts';
import type { SuiteCase } from './world.ts';

const ids = (schedules: readonly Schedule[]) => schedules.map((each) => each.id);

export const searchCases: readonly SuiteCase[] = [
  deskCase(
    'search: without a filter it is what the host shows the pilot, page by page, each once',
    ['searchSchedules'],
    async (desk, { fixtures: { first }, wanted, view }) => {
      const read = (page: number) => desk.searchSchedules(first.id, everything, { page, perPage: 2 });
      const found = ids(await everyPage(2, read));
      assert.deepEqual([...found].sort(), [...(await view.listSchedules(first.id))].sort());
      for (const hidden of wanted.hiddenScheduleIds) assert.ok(!found.includes(hidden), `${hidden} is shown`);
      assert.deepEqual(found, ids(await search(desk, first.id)), 'pages are in another order than the whole');
    },
  ),
  deskCase(
    'search: what is found says what is to be flown, and with which aircraft',
    ['searchSchedules'],
    async (desk, { fixtures: { first }, wanted }) => {
      const found = await search(desk, first.id);
      for (const { plan, id } of found) {
        assert.equal(plan.scheduleId, id);
        assert.ok(plan.flightNumber !== '' && plan.ident.includes(plan.flightNumber));
        assert.match(`${plan.departure.icao} ${plan.arrival.icao}`, /^[A-Z0-9]{3,8} [A-Z0-9]{3,8}$/);
      }
      const schedule = found.find((each) => each.id === wanted.scheduleId);
      assert.ok(schedule !== undefined, 'the schedule of the fixtures is not found');
      assert.equal(schedule.bidId, null);
      for (const id of wanted.aircraftIds) assert.ok(schedule.aircraftIds.includes(id), `aircraft ${id} is missing`);
      assert.ok(
        !schedule.aircraftIds.includes(wanted.forbiddenAircraftId ?? 'none'),
        'a forbidden aircraft is offered',
      );
      const own = found.find((each) => each.bidId === first.bidId);
      if (own !== undefined) assert.ok(own.id !== wanted.scheduleId);
    },
  ),
  deskCase(
    'search: each filter finds what it says, and nothing else',
    ['searchSchedules'],
    async (desk, { fixtures: { first }, wanted }) => {
      const all = await search(desk, first.id);
      const schedule = all.find((each) => each.id === wanted.scheduleId);
      assert.ok(schedule !== undefined);
      for (const [filter, isFound] of filtersFor(schedule, wanted.aircraftIds[0])) {
        const expected = ids(all.filter(isFound));
        assert.ok(expected.length < all.length, `${JSON.stringify(filter)} matches everything`);
        assert.deepEqual(ids(await search(desk, first.id, filter)), expected, JSON.stringify(filter));
      }
      const airline = schedule.plan.airlineCode?.toLowerCase() ?? null;
      const ofAirline = all.filter((each) => each.plan.airlineCode === schedule.plan.airlineCode);
      assert.deepEqual(ids(await search(desk, first.id, { airline })), ids(ofAirline));
    },
  ),
  deskCase(
    'search: what cannot be there is not found, whatever is in it',
    ['searchSchedules'],
    async (desk, { fixtures: { first }, wanted }) => {
      for (const text of ["' OR 1=1 --", '%', '_', '*', 'QQQQ', '\\', '"; --', 'x'.repeat(300)]) {
        for (const name of [
          'departure',
          'arrival',
          'airline',
          'text',
          'aircraftId',
          'scheduleId',
          'flightNumber',
        ] as const)
          assert.deepEqual(await search(desk, first.id, { [name]: text }), [], `${name} ${text}`);
      }
      assert.deepEqual(await search(desk, first.id, { minDistanceNm: 30_000 }), []);
      assert.deepEqual(await search(desk, first.id, { aircraftId: `${wanted.aircraftIds[0]}x` }), []);
    },
  ),
];

type Filter = readonly [Partial<ScheduleFilter>, (schedule: Schedule) => boolean];

/** Filters made from this schedule, and what each of them means. */
function filtersFor(schedule: Schedule, aircraftId: string): readonly Filter[] {
  const { plan } = schedule;
  const [departure, arrival] = [plan.departure.icao, plan.arrival.icao];
  const nm = plan.distanceNm ?? assert.fail('the schedule of the fixtures has no distance');
  const minutes = plan.plannedFlightTimeMin ?? assert.fail('the schedule of the fixtures has no time');
  const begins = (icao: string, code: string) => icao.startsWith(code.slice(0, 3));
  return [
    [{ departure }, (each) => each.plan.departure.icao === departure],
    [{ departure: departure.slice(0, 3).toLowerCase() }, (each) => begins(each.plan.departure.icao, departure)],
    [{ arrival: ` ${arrival.slice(0, 3)} ` }, (each) => begins(each.plan.arrival.icao, arrival)],
    [{ scheduleId: schedule.id }, (each) => each.id === schedule.id],
    [{ flightNumber: plan.flightNumber }, (each) => each.plan.flightNumber === plan.flightNumber],
    [{ aircraftId }, (each) => each.aircraftIds.includes(aircraftId)],
    [{ text: plan.flightNumber }, (each) => namesOf(each).includes(plan.flightNumber)],
    [{ text: plan.ident.toLowerCase() }, (each) => namesOf(each).includes(plan.ident)],
    [{ minDistanceNm: nm, maxDistanceNm: nm }, (each) => each.plan.distanceNm === nm],
    [{ minFlightTimeMin: minutes, maxFlightTimeMin: minutes }, (each) => each.plan.plannedFlightTimeMin === minutes],
    [{ minDistanceNm: nm + 1 }, (each) => (each.plan.distanceNm ?? 0) > nm],
    [{ maxDistanceNm: nm - 1 }, (each) => (each.plan.distanceNm ?? nm) < nm],
    [{ minFlightTimeMin: minutes + 1 }, (each) => (each.plan.plannedFlightTimeMin ?? 0) > minutes],
    [{ maxFlightTimeMin: minutes - 1 }, (each) => (each.plan.plannedFlightTimeMin ?? minutes) < minutes],
    [{ departure, arrival }, (each) => each.plan.departure.icao === departure && each.plan.arrival.icao === arrival],
  ];
}

function namesOf({ plan }: Schedule): string {
  return `${plan.flightNumber} ${plan.ident} ${plan.callsign}`;
}
