import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import { Changes, type Moving } from '../tracking/flight/changes.ts';
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

const fail = (error: unknown) => assert.fail(String(error));

type News = ReturnType<FlightBoard['news']>;

/** A server with these flights, as others ask it. */
function serverWith(flights: Iterable<SeenFlight>, start: string) {
  const changes = new Changes(fail);
  const board = new FlightBoard(flights, changes, start);
  const sent: News[] = [];
  const peer = {
    async call(_method: string, [since]: [Parameters<FlightBoard['news']>[0]]) {
      const text = encodeValue(board.news(since));
      sent.push(decodeValue(text) as News);
      return decodeValue(text);
    },
  } as unknown as Peer;
  return { peer, changes, sent };
}

/** A server with one flight, another one that mirrors it, and what the map there is told. */
function open() {
  const flying = new Flying();
  const flights: SeenFlight[] = [flying];
  const { peer, changes, sent } = serverWith(flights, 'start');
  const here = new Changes(fail);
  const heard: string[] = [];
  const shown = new Map<string, Moving>();
  here.listen((change) => {
    heard.push(`${change.kind} ${change.flight.id}`);
    if (change.kind === 'moved') shown.set(change.flight.id, change.live);
    else shown.delete(change.flight.id);
  });
  const clock = new ManualClock(start);
  const state = { isFirst: true };
  const peers = [peer];
  const members = {
    holderOf: () => (state.isFirst ? 'here' : peer),
    isWhole: () => true,
    peers: () => peers,
  } as Members;
  const own: SeenFlight[] = [];
  const mirror = new FlightMirror(members, here, clock, fail, own);
  const move = (count: number) => {
    flying.move(count);
    changes.notify({ kind: 'moved', flight: flying.flight, live: flying as never });
  };
  return { flying, flights, own, move, sent, heard, shown, clock, state, peers, mirror };
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

test('a flight that is suspended elsewhere leaves the map, and is there again when it is resumed', async () => {
  const { flying, move, heard, shown, clock, mirror } = open();
  move(1);
  await clock.advance(1_000);
  assert.deepEqual([...shown.keys()], ['a']);
  flying.flight = { ...flying.flight, state: 'suspended' };
  move(2);
  await clock.advance(1_000);
  assert.deepEqual([...shown.keys()], []);
  flying.flight = { ...flying.flight, state: 'open' };
  move(3);
  await clock.advance(1_000);
  assert.deepEqual([...shown.keys()], ['a']);
  assert.deepEqual(heard, ['moved a', 'suspended a', 'moved a']);
  await mirror.close();
});

test('a server whose answer is lost keeps back nobody else’s news, and is asked again', async () => {
  const { flights, move, heard, clock, peers, mirror } = open();
  const lost: (() => void)[] = [];
  const still = new Flying();
  const other = serverWith([still], 'other');
  still.flight = { ...still.flight, id: 'b' };
  still.move(1);
  let isLost = false;
  const call: Peer['call'] = (...asked) =>
    isLost ? new Promise((_, reject) => lost.push(() => reject(new Error('lost')))) : other.peer.call(...asked);
  peers.push({ call } as unknown as Peer);
  move(1);
  await clock.advance(1_000);
  isLost = true;
  await clock.advance(1_000);
  flights.pop();
  await clock.advance(5_000);
  assert.deepEqual(heard, ['moved a', 'moved b', 'suspended a']);
  isLost = false;
  still.flight = { ...still.flight, state: 'suspended' };
  other.changes.notify({ kind: 'suspended', flight: still.flight });
  await clock.advance(5_000);
  assert.deepEqual(heard.slice(3), ['suspended b']);
  for (const fails of lost) fails();
  await clock.advance(1_000);
  assert.deepEqual(heard.slice(4), [], 'a late answer counts for nothing');
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
  assert.equal(heard.includes('suspended a'), false);
  await mirror.close();
});

test('flights of a partition that is taken over are on the map without a report of theirs', async () => {
  const { flying, flights, own, heard, clock, mirror } = open();
  flights.length = 0;
  flying.move(1);
  await clock.advance(1_000);
  own.push(flying);
  await clock.advance(1_000);
  assert.deepEqual(heard, ['moved a']);
  // The lease ends while nobody takes the partition, and this server takes it again.
  own.length = 0;
  await clock.advance(7_000);
  own.push(flying);
  await clock.advance(3_000);
  assert.deepEqual(heard, ['moved a', 'suspended a', 'moved a']);
  await mirror.close();
});

test('a flight that left and came back between two looks is shown as its new core has it', async () => {
  const { flights, own, shown, clock, mirror } = open();
  flights.length = 0;
  const [before, after] = [new Flying(), new Flying()];
  for (const live of [before, after]) {
    live.move(1);
    own[0] = live;
    await clock.advance(1_000);
    assert.equal(shown.get('a'), live);
  }
  await mirror.close();
});

test('what a former owner still shows does not hide what this server has', async () => {
  const { own, shown, move, clock, mirror } = open();
  const taken = new Flying();
  taken.move(5);
  own.push(taken);
  await clock.advance(1_000);
  move(1);
  await clock.advance(1_000);
  assert.equal(shown.get('a'), taken);
  own.length = 0;
  await clock.advance(1_000);
  assert.equal(shown.get('a')?.lastPosition?.lat, 1, 'the core that is closed is not shown any more');
  await mirror.close();
});

for (const place of [0, 1])
  test(`a flight that one of two others takes from the other stays on the map, whose news is taken as number ${place}`, async () => {
    const { flying, flights, shown, clock, peers, mirror } = open();
    const there: SeenFlight[] = [];
    peers.splice(place, 0, serverWith(there, 'another').peer);
    flying.move(1);
    await clock.advance(1_000);
    const taken = new Flying();
    taken.move(2);
    there.push(taken);
    flights.length = 0;
    await clock.advance(1_000);
    assert.equal(shown.get('a')?.lastPosition?.lat, 2);
    await mirror.close();
  });

test('a flight stays on the map whose former owner is known to be gone after the new one has it', async () => {
  const { flying, shown, clock, peers, mirror } = open();
  const there: SeenFlight[] = [];
  peers.push(serverWith(there, 'another').peer);
  flying.move(1);
  await clock.advance(1_000);
  there.push(flying);
  await clock.advance(1_000);
  peers.shift();
  await clock.advance(1_000);
  assert.equal(shown.get('a')?.lastPosition?.lat, 1);
  await mirror.close();
});
