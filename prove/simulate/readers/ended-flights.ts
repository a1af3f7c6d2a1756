import { native } from '../../../src/client/wires/native.ts';
import type { Flight } from '../../../src/tracking/model.ts';
import type { Visit, Visitor } from './visitor.ts';

/** A program that does not know that its flight is over: it cancels, reports or finishes one that has ended, by its name. */
export const asksForEnded: Visit = {
  name: 'asks for a flight that has ended',
  generations: [7],
  async run(visitor) {
    const { world, draws, pilot } = visitor;
    if (world.server?.isUp !== true) return;
    const ended = world.models.disk
      .flights()
      .filter((flight) => isOver(flight) && flight.pilot.id === pilot.account.id);
    const token = visitor.token();
    if (ended.length === 0 || token === null) return;
    const { id: flight_id } = draws.pick(ended);
    const call = draws.pick([native.cancel({ flight_id }), native.finish({ flight_id }), reportOf(visitor, flight_id)]);
    await visitor.ask(call, token);
  },
};

const isOver = ({ state }: Flight): boolean => state === 'filed' || state === 'cancelled' || state === 'abandoned';

function reportOf({ world }: Visitor, flight_id: string) {
  const recorded_at = new Date(Math.round(world.time.now)).toISOString();
  return native.report({ flight_id, positions: [{ lat: -10, lon: -10, recorded_at }] });
}
