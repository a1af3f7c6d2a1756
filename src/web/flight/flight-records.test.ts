import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import type { Position, Report } from '../../tracking/model.ts';
import { Exports } from './export/exports.ts';
import { FlightRecords } from './flight-records.ts';

/** A flight under way, of which `reports` are read; notes what is read and every turn that is waited for. */
async function longFlight(count: number) {
  await using web = await WebWorld.open();
  const { flight } = await web.world.startFlight();
  const startAt = web.world.clock.now();
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 47.9, lon: 9.2 }, startAt, count };
  const reports: Report[] = flownTrack(leg).map((position, index) => {
    return { number: index + 1, kind: 'position', position };
  });
  const read: number[] = [];
  const turns = { count: 0 };
  const records = {
    async readReports(_flight: number, { after = 0, limit = reports.length } = {}) {
      read.push(after);
      return reports.filter(({ number }) => number > after).slice(0, limit);
    },
  };
  const turn = async () => {
    turns.count += 1;
  };
  const view = () =>
    ({
      flight,
      positionCount: reports.length,
      eventCount: 0,
      remarks: [],
      phase: null,
    }) as unknown as FlightView;
  const add = (position: Position) => reports.push({ number: reports.length + 1, kind: 'position', position });
  return { reports, records, read, turns, turn, view, add };
}

const positionOf = (report: Report | undefined) => (report as Extract<Report, { kind: 'position' }>).position;

test('a flight is read in pieces, and of one under way only what is new', async () => {
  const flight = await longFlight(20_000);
  const kept = new FlightRecords(flight.records);
  const read = () => kept.read(flight.view(), true, flight.turn);
  const first = await read();
  assert.equal(first.positionCount, 20_000);
  assert.ok(first.positions.length <= 8_000, `${first.positions.length} are kept`);
  assert.ok(flight.turns.count >= 40, `${flight.turns.count} turns`);
  const before = flight.read.length;
  await read();
  assert.equal(flight.read.length, before, 'nothing is new');
  const newest = positionOf(flight.reports.at(-1));
  flight.add({ ...newest, recordedAt: newest.recordedAt + 5_000, receivedAt: newest.receivedAt + 5_000 });
  const second = await read();
  assert.deepEqual(flight.read.slice(before), [20_000]);
  assert.equal(second.positionCount, 20_001);
  const {
    positions,
    readings: _,
    ...whole
  } = await new FlightRecords(flight.records).read(flight.view(), true, flight.turn);
  const { positions: own, readings: __, ...added } = second;
  assert.deepEqual(added, whole);
  assert.deepEqual(own, positions);
});

test('a position that arrives late is put where it belongs', async () => {
  const flight = await longFlight(3_000);
  const kept = new FlightRecords(flight.records);
  const [late] = flight.reports.splice(1_000, 1);
  await kept.read(flight.view(), true, flight.turn);
  const { receivedAt } = positionOf(flight.reports.at(-1));
  flight.reports.push({ kind: 'position', number: 3_001, position: { ...positionOf(late), receivedAt } });
  const { positions } = await kept.read(flight.view(), true, flight.turn);
  assert.equal(positions.length, 3_000);
  assert.deepEqual(
    positions.map(({ recordedAt }) => recordedAt),
    positions.map(({ recordedAt }) => recordedAt).sort((a, b) => a - b),
  );
});

test('all positions around the landing of a long flight are kept', async () => {
  const flight = await longFlight(20_000);
  const { positions, pirep } = await new FlightRecords(flight.records).read(flight.view(), true, flight.turn);
  const { landingAt } = pirep;
  assert.ok(landingAt !== null);
  const isNear = ({ recordedAt }: { recordedAt: number }) => Math.abs(recordedAt - landingAt) <= 60_000;
  assert.equal(positions.filter(isNear).length, flight.reports.map(positionOf).filter(isNear).length);
});

test('the file of a track is made once, in pieces of a few hundred positions', async () => {
  const flight = await longFlight(5_000);
  const exports = new Exports(flight.records, new FlightRecords(flight.records));
  for (const ending of ['csv', 'gpx', 'kml', 'geojson']) {
    flight.turns.count = 0;
    const asker = { networks: ['192.0.2.1'], turn: flight.turn } as const;
    const one = exports.read(flight.view(), 'public', ending, asker);
    const other = exports.read(flight.view(), 'public', ending, asker);
    assert.equal(await one, await other);
    assert.ok(flight.turns.count >= 30, `${ending}: ${flight.turns.count} turns`);
    const before = flight.read.length;
    assert.equal(await exports.read(flight.view(), 'public', ending, asker), await one);
    assert.equal(flight.read.length, before);
  }
});

test('of a thousand and more who wait for a file the newest of the most crowded network are refused, and the others get it', async () => {
  const flight = await longFlight(500);
  const exports = new Exports(flight.records, new FlightRecords(flight.records));
  const ask = (address: string) =>
    exports.read(flight.view(), 'public', 'csv', { networks: [address], turn: flight.turn });
  const many = Array.from({ length: 1_030 }, () => ask('192.0.2.1'));
  const other = ask('198.51.100.1');
  const results = await Promise.allSettled(many);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  assert.deepEqual([...new Set(refused)], ['too-many-requests']);
  assert.equal(refused.length, 30);
  assert.ok((await other).gzipped.length > 0);
});
