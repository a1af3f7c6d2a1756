import type { WireCall } from '../../../src/client/transport.ts';
import { phpvms7 } from '../../../src/client/wires/phpvms7.ts';
import type { Flight } from '../../../src/tracking/model.ts';
import type { Draws } from '../chance.ts';
import { forAWhile } from '../mischief/mischief.ts';
import type { Scene } from '../scene.ts';
import type { Visit, Visitor } from './visitor.ts';

/** A program in the cabin: it reports events of the flight under way, in the order in which they happen, until they are taken. */
export const cabin: Visit = {
  name: 'cabin',
  generations: [7],
  async run(visitor) {
    const { world, draws, pilot } = visitor;
    const flight = openFlightOf(world, pilot.account.id);
    if (flight === null) return;
    const count = draws.whole(1, 3);
    fillDisk(world, draws);
    for (let number = 1; number <= count; number++) {
      const text = `cabin ${draws.text(8)} ${number}`;
      const isOfCore = flight.pirepId !== null && draws.happens(0.4);
      const answer = isOfCore
        ? await visitor.insist(lineOf(visitor, flight.pirepId ?? '', text), visitor.key())
        : await ownEvent(visitor, flight.id, text);
      if (answer?.status !== 200) return;
      await visitor.sleep(draws.wait(2_000));
    }
  },
};

/** A disk that is full when the event comes. */
function fillDisk(world: Scene, draws: Draws): void {
  const name = world.fortune.nameOf('disk-full for an event');
  if (!world.plan.mischief.includes('disk-full') || !draws.happens(0.3) || !world.fortune.allows('strikes', name))
    return;
  const { disk } = world.models;
  world.note('the disk is full');
  disk.isFull = true;
  forAWhile(world, draws, 3_000, () => disk.heal());
}

function ownEvent(visitor: Visitor, flight_id: string, message: string) {
  const token = visitor.token();
  const { world } = visitor;
  const event = { kind: 'note', message, recorded_at: new Date(Math.round(world.time.now)).toISOString() };
  const call = { method: 'POST', path: '/api/tracker/event', body: { flight_id, events: [event] } } as const;
  return token === null ? null : visitor.insist(call, token);
}

function lineOf({ world }: Visitor, pirepId: string, log: string): WireCall {
  const created_at = new Date(Math.round(world.time.now)).toISOString();
  const call = phpvms7.log(pirepId, [{ log, created_at }]);
  return { ...call, path: `/api/${call.path}` };
}

/** The flight of this pilot that is under way, as the server has it. */
export function openFlightOf(world: Scene, pilotId: string): Flight | null {
  for (const { flight } of world.server?.tracking?.flights ?? [])
    if (flight.pilot.id === pilotId && flight.state === 'open') return flight;
  return null;
}
