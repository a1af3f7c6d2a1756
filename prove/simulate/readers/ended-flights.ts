import type { WireCall } from '../../../src/client/transport.ts';
import { native } from '../../../src/client/wires/native.ts';
import { phpvms7 } from '../../../src/client/wires/phpvms7.ts';
import { smartcars } from '../../../src/client/wires/smartcars.ts';
import type { Flight } from '../../../src/tracking/model.ts';
import { scriptUrls } from '../pilots/smartcars-pilot.ts';
import type { Credentials, Visit, Visitor } from './visitor.ts';

/** A program that does not know that its flight is over: it cancels, reports or finishes one that has ended, by its name. */
export const asksForEnded: Visit = {
  name: 'asks for a flight that has ended',
  generations: [7, 5],
  async run(visitor) {
    const { world, draws, pilot } = visitor;
    if (world.server?.isUp !== true) return;
    const ended = world.models.disk
      .flights()
      .filter((flight) => isOver(flight) && flight.pilot.id === pilot.account.id);
    const token = visitor.token();
    if (ended.length === 0 || token === null) return;
    const flight = draws.pick(ended);
    const ways = [...(meansBid(flight) ? [] : [bySmartcars]), ...(world.generation === 7 ? [byOurs, byCore] : [])];
    if (ways.length === 0) return;
    const [call, credentials] = draws.pick(ways)(visitor, flight, token);
    await visitor.ask(call, credentials);
  },
};

const isOver = ({ state }: Flight): boolean => state === 'filed' || state === 'cancelled' || state === 'abandoned';

/** smartCARS calls an abandoned flight by its bid too, which may be flown again: then it is no flight that has ended. */
const meansBid = ({ state, bidId }: Flight): boolean => state === 'abandoned' && bidId !== null;

type Way = (visitor: Visitor, flight: Flight, token: Credentials) => readonly [WireCall, Credentials];

/** Where no flight is. */
const place = { lat: -10, lon: -10 };

const byOurs: Way = ({ world, draws }, { id: flight_id }, token) => {
  const recorded_at = new Date(Math.round(world.time.now)).toISOString();
  const report = native.report({ flight_id, positions: [{ ...place, recorded_at }] });
  return [draws.pick([native.cancel({ flight_id }), native.finish({ flight_id }), report]), token];
};

/** Beside a phpVMS 7 it calls a flight by its PIREP. */
const bySmartcars: Way = ({ world, draws }, { id, pirepId }, token) => {
  const uuid = world.generation === 7 ? (pirepId ?? id) : id;
  const report = { uuid, latitude: place.lat, longitude: place.lon, phase: 'cruise', network: 'offline' };
  const call = draws.pick([smartcars.cancel({ uuid }), smartcars.finish({ uuid }), smartcars.report(report)]);
  const [text = ''] = Object.values(token);
  return [
    { ...call, path: scriptUrls[world.generation] + call.path },
    { Authorization: `Bearer ${text.replace(/^Bearer /i, '')}` },
  ];
};

const byCore: Way = (visitor, { id, pirepId }) => {
  const { draws, world } = visitor;
  const name = pirepId ?? id;
  const created_at = new Date(Math.round(world.time.now)).toISOString();
  const figures = { distance: 1, flight_time: 1, fuel_used: 1 };
  const report = phpvms7.report(name, [{ id: `late ${draws.text(6)}`, ...place, created_at }]);
  const call = draws.pick([phpvms7.cancel(name), phpvms7.finish(name, figures), report]);
  return [{ ...call, path: `/api/${call.path}` }, visitor.key()];
};
