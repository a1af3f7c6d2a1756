import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import { Changes } from '../tracking/flight/changes.ts';
import type { Position } from '../tracking/model.ts';
import type { SeenFlight, SeenTotals } from '../tracking/running.ts';
import { FlightBoard } from './flight-board.ts';
import { FlightMirror } from './flight-mirror.ts';
import type { Members } from './members.ts';
import type { Peer } from './peer.ts';
import { decodeValue, encodeValue } from './wire.ts';

const start = Date.UTC(2024, 2, 6, 10);

/** A flight elsewhere, as its core changes it. */
class Flying implements SeenFlight {
  flight = { id: 'a', state: 'open', pirepId: 'P1', formerPirepIds: [] } as unknown as SeenFlight['flight'];
  fold: SeenTotals = {
    blockOff: null,
    takeoff: null,
    landing: null,
    blockOn: null,
    landingRateFpm: null,
    hasGap: false,
    distanceNm: 0,
    positionCount: 0,
    last: null,
  };
  knownPhase: SeenFlight['knownPhase'] = 'taxi';
  lastPosition: Position | null = null;

  move(count: number): void {
    const recordedAt = start + count * 1_000;
    const position = {
      isDated: true,
      receivedAt: recordedAt,
      recordedAt,
      lat: count,
      lon: 8.5,
      phase: null,
      seq: count,
    };
    this.lastPosition = position as unknown as Position;
    this.fold = { ...this.fold, distanceNm: count / 3, positionCount: count, last: { recordedAt } };
  }

  view(): FlightView {
    const { flight, lastPosition, fold } = this;
    const counts = { lastSeq: fold.positionCount, positionCount: fold.positionCount, eventCount: 2 };
    const rest = { distanceFlownNm: 1, flightTimeMin: 0, lastReportAt: start, nextIntervalS: 5, remarks: [] };
    return { flight, lastPosition, phase: this.knownPhase, ...counts, ...rest };
  }
}

/** A server with one flight, and another one that mirrors it. */
function open() {
  const fail = (error: unknown) => assert.fail(String(error));
  const flying = new Flying();
  const there = new Changes(fail);
  const flights: SeenFlight[] = [flying];
  const board = new FlightBoard(flights, there, 'start');
  const sent: ReturnType<FlightBoard['news']>[] = [];
  const peer = {
    async call(_method: string, [since]: [Parameters<FlightBoard['news']>[0]]) {
      const text = encodeValue(board.news(since));
      sent.push(decodeValue(text) as (typeof sent)[number]);
      return decodeValue(text);
    },
  } as unknown as Peer;
  const here = new Changes(fail);
  const heard: string[] = [];
  here.listen(({ kind, flight }) => heard.push(`${kind} ${flight.id}`));
  const clock = new ManualClock(start);
  const state = { isFirst: true };
  const members = {
    holderOf: () => (state.isFirst ? 'here' : peer),
    isWhole: () => true,
    peers: () => [peer],
  } as Members;
  const own: SeenFlight[] = [];
  const mirror = new FlightMirror(members, here, clock, fail, own);
  const move = (count: number) => {
    flying.move(count);
    there.notify({ kind: 'moved', flight: flying.flight, live: flying as never });
  };
  return { flying, flights, own, move, sent, heard, clock, state, mirror };
}

const plain = (live: SeenFlight | undefined) => live && { view: live.view(), fold: live.fold, phase: live.knownPhase };

test('a flight that only moves is sent as a row, and is here what it is there', async () => {
  const { flying, move, sent, heard, clock, mirror } = open();
  const isSame = () => assert.deepEqual(plain([...mirror][0]), plain(flying));
  await clock.advance(1_000);
  isSame();
  for (const count of [1, 2, 3]) {
    move(count);
    await clock.advance(1_000);
    isSame();
  }
  // The first position is news, the next ones are rows.
  assert.deepEqual(
    sent.map(({ flights, moves }) => [flights.length, moves.rows.length]),
    [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ],
  );
  assert.deepEqual(heard, ['moved a', 'moved a', 'moved a']);
  await mirror.close();
});

const news: readonly (readonly [string, (flying: Flying) => void])[] = [
  ['its document', (flying) => (flying.flight = { ...flying.flight, pirepId: 'P2' })],
  ['its phase', (flying) => (flying.knownPhase = 'climb')],
  ['its take-off', (flying) => (flying.fold = { ...flying.fold, takeoff: { at: start, isEstimated: false } })],
];
for (const [what, change] of news)
  test(`a flight is sent whole when ${what} has changed, to each who asked before`, async () => {
    const { flying, move, sent, clock, mirror } = open();
    move(1);
    await clock.advance(1_000);
    change(flying);
    move(2);
    await clock.advance(1_000);
    assert.deepEqual(plain([...mirror][0]), plain(flying));
    move(3);
    await clock.advance(1_000);
    assert.deepEqual(plain([...mirror][0]), plain(flying));
    assert.deepEqual(
      sent.map(({ flights }) => flights.length),
      [1, 1, 0],
    );
    await mirror.close();
  });

test('only who answers for the pages asks every second; another one asks when it is asked, once a second', async () => {
  const { flying, flights, move, sent, heard, clock, state, mirror } = open();
  state.isFirst = false;
  move(1);
  await clock.advance(10_000);
  assert.equal(sent.length, 0);
  assert.equal(await mirror.hasPirep('P1'), true);
  assert.deepEqual((await mirror.views())[0], flying.view());
  assert.equal(sent.length, 1);
  move(2);
  await clock.advance(1_000);
  assert.deepEqual((await mirror.views())[0], flying.view());
  assert.equal(sent.length, 2);
  flights.pop();
  await clock.advance(1_000);
  assert.deepEqual(await mirror.views(), []);
  assert.deepEqual(heard, ['moved a', 'moved a', 'suspended a']);
  flights.push(flying);
  await clock.advance(1_000);
  await mirror.views();
  await clock.advance(70_000);
  assert.deepEqual([...mirror], [], 'what nobody asks for is forgotten');
  await mirror.close();
});

test('a flight that left with its partition leaves the map, unless another server shows it', async () => {
  const { flying, flights, own, heard, clock, mirror } = open();
  flights.length = 0;
  const handedOver = new Flying();
  handedOver.flight = { ...handedOver.flight, id: 'b' };
  own.push(flying, handedOver);
  await clock.advance(1_000);
  // The other server has one of them a moment later, and the other one has ended there before anybody asked.
  own.length = 0;
  await clock.advance(2_000);
  assert.equal(heard.length, 0, 'while they are handed over');
  flights.push(flying);
  await clock.advance(5_000);
  assert.deepEqual(
    heard.filter((each) => each.startsWith('suspended')),
    ['suspended b'],
  );
  await mirror.close();
});

test('a flight that this server has taken over stays on the map when the other one has it no more', async () => {
  const { flying, flights, own, move, heard, clock, mirror } = open();
  move(1);
  await clock.advance(1_000);
  own.push(flying);
  flights.length = 0;
  await clock.advance(1_000);
  assert.deepEqual(heard, ['moved a']);
  await mirror.close();
});
