import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptPirep, rejectPirep } from '../../src/platform/embedded/pirep-admin.ts';
import { noFigures } from '../flown.ts';
import { until } from '../until.ts';
import { World } from '../world.ts';
import { addEndpoint, local, Receiver } from './receiver.ts';

const dataOf = (receiver: Receiver, type: string) =>
  receiver.received.filter((each) => each.type === type).map(({ body }) => JSON.parse(body).data);

test('a crew center that is lost and back is one event each, also when the server stops in between', async () => {
  await using receiver = await Receiver.open();
  await using world = await World.with(local);
  addEndpoint(world, receiver.url);
  world.line.fail('all', 'before');
  await world.until(() => receiver.events.length === 1);
  await world.clock.advance(30_000);
  await world.restart(570_000);
  await world.until(() => receiver.events.length === 2);
  await world.clock.advance(30_000);
  assert.deepEqual(receiver.events, ['crew_center.lost', 'crew_center.back']);
  const [lost, back] = receiver.received.map(({ body }) => JSON.parse(body));
  assert.ok(lost.data.reason.length > 0);
  assert.equal(back.data.lost_at, lost.timestamp);
  assert.equal(back.data.down_for, (Date.parse(back.timestamp) - Date.parse(lost.timestamp)) / 1_000);
  assert.ok(back.data.down_for >= 600);
});

for (const [state, review] of Object.entries({ accepted: acceptPirep, rejected: rejectPirep }))
  test(`a PIREP that is ${state} by the staff later is an event, once`, async () => {
    await using receiver = await Receiver.open();
    await using world = await World.with(local);
    addEndpoint(world, receiver.url);
    const { crewCenter } = world.embedded;
    crewCenter.database.exec('UPDATE ranks SET auto_approve_acars = 0');
    const { session, flight } = await world.startFlight();
    await world.calls.finish(session, { name: { flightId: flight.id }, figures: noFigures, opening: null });
    await until(() => receiver.events.length === 2);
    await world.restart(180_000);
    await world.clock.advance(61_000);
    assert.deepEqual(receiver.events, ['flight.started', 'pirep.filed']);
    await review(world.embedded.crewCenter, world.pireps()[0]?.id ?? '');
    await world.clock.advance(61_000);
    await until(() => receiver.events.length === 3);
    await world.restart(180_000);
    await world.clock.advance(61_000);
    assert.deepEqual(receiver.events, ['flight.started', 'pirep.filed', `pirep.${state}`]);
    const [data] = dataOf(receiver, `pirep.${state}`);
    assert.equal(data.flight.flight_id, flight.id);
  });
