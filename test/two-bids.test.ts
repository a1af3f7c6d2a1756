import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '../src/tracking/model.ts';
import { flownTrack, noFigures, position } from './flown.ts';
import { World } from './world.ts';

// A client that names no bid, and a pilot who goes over to another one without finishing the first.

const zurich = { lat: 47.4581, lon: 8.5481 };
const cancun = { lat: 21.0365, lon: -86.8771 };

async function openedWorld() {
  const world = await World.open();
  const session = await world.signIn();
  const report = (...positions: Position[]) =>
    world.calls.report(session, { name: null, positions, opening: { freeFlight: null } });
  const track = flownTrack({ from: zurich, to: cancun, startAt: world.clock.now() - 1_000_000, count: 100 });
  const opened = await report(...track.slice(0, 60));
  const [first, second] = [opened.view.flight, (await world.calls.listBids(session)).find(isOther)];
  function isOther({ id }: { id: string }) {
    return id !== opened.view.flight.bidId;
  }
  assert.ok(second !== undefined && first.bidId !== null);
  const { lat, lon } = second.plan.departure;
  const gate = { lat: lat ?? 0, lon: lon ?? 0, onGround: true, groundSpeedKt: 0, altitudeMslFt: 1_400 };
  const removeFirst = () =>
    world.embedded.crewCenter.database.prepare('DELETE FROM bids WHERE id = ?').run(Number(first.bidId));
  const onGround = (more: Partial<Position> = {}) => position(world.clock.now(), { ...gate, ...more });
  return { world, session, report, first, second, gate, removeFirst, onGround };
}

test('crashed in the air, its bid removed, another one booked: the second flight is its own, and the first is given up', async () => {
  const { world, session, report, first, second, gate, removeFirst, onGround } = await openedWorld();
  await using _world = world;
  removeFirst();
  await world.clock.advance(5 * 60_000);
  const { view } = await report(onGround());
  assert.deepEqual([view.flight.bidId, view.positionCount], [second.id, 1]);
  assert.equal(await world.stateOf(first.id), 'abandoned');
  await world.clock.advance(60_000);
  await report(position(world.clock.now(), { ...gate, lat: gate.lat + 1, onGround: false, groundSpeedKt: 300 }));
  const filed = await world.calls.finish(session, { name: null, figures: noFigures, opening: { freeFlight: null } });
  assert.equal(filed.flight.bidId, second.id);
  assert.equal(filed.state === 'filed' && filed.receipt.pirep.positionCount, 2);
});

const stays: readonly [string, (opened: Awaited<ReturnType<typeof openedWorld>>) => Promise<Position>][] = [
  ['its bid is still there', async ({ onGround }) => onGround()],
  [
    'it is still in the air',
    async ({ removeFirst, onGround }) => {
      removeFirst();
      return onGround({ onGround: false, groundSpeedKt: 300 });
    },
  ],
  [
    'it came down elsewhere than where the other one begins',
    async ({ removeFirst, onGround }) => {
      removeFirst();
      return onGround({ lat: 40, lon: -8 });
    },
  ],
  [
    'the crew center cannot be asked',
    async ({ world, removeFirst, onGround }) => {
      removeFirst();
      world.line.fail('listBids', 'before', 1);
      return onGround();
    },
  ],
  [
    'no other bid is booked',
    async ({ world, onGround }) => {
      world.embedded.crewCenter.database.exec('DELETE FROM bids');
      return onGround();
    },
  ],
];
for (const [name, prepare] of stays) {
  test(`a flight goes on after a silence when ${name}`, async () => {
    const opened = await openedWorld();
    await using world = opened.world;
    await world.clock.advance(5 * 60_000);
    const { view } = await opened.report(await prepare(opened));
    assert.equal(view.flight.id, opened.first.id);
  });
}
