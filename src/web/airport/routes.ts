import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ShortCache } from '../../lib/short-cache.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import type { Views } from '../views.ts';
import { boardOf } from './board.ts';
import { registerRunways } from './runway-squares.ts';

/** Number of the newest landed flights that are looked through: a request must stay cheap, whatever their logs hold. */
const maxFiled = 60;
const keptMs = 5_000;

type AirportRequest = FastifyRequest<{ Params: { icao: string } }>;

/** Registers the page of an airport with its board, at `/tracker/airports/KJFK`, and for the map what is on the ground at all of them. */
export function registerAirport(scope: FastifyInstance, parts: WebParts, views: Views): void {
  registerRunways(scope, parts);
  const filed = publicLandings(parts);
  scope.get('/airports/:icao', async (request: AirportRequest, reply) => {
    const now = parts.clock.now();
    const icao = request.params.icao.toUpperCase();
    const seen = { now, nameOf: parts.publicNames.shown() };
    const board = /^[A-Z0-9]{2,8}$/.test(icao)
      ? boardOf(icao, { aloft: parts.tracking.flights, filed: await filed() }, seen)
      : null;
    if (board === null)
      throw new Refusal('not-found', { message: 'No flight begins or ends at this airport now, and none did lately.' });
    return views.send(request, reply, {
      title: board.airport.name === null ? icao : `${icao} ${board.airport.name}`,
      view: 'airport/airport',
      styles: ['airport/airport.css'],
      scripts: ['airport/main.js'],
      isTranslated: true,
      data: {
        ...board,
        now,
        metar: (await parts.weather?.read(icao)) ?? null,
        everyS: parts.nextAskS(request),
      },
    });
  });
}

/** Returns the newest filed flights that everyone may see. The result is cached for a few seconds. */
function publicLandings({ tracking, clock, options }: WebParts): () => Promise<readonly FlightView[]> {
  const kept = new ShortCache<readonly FlightView[]>(clock, keptMs, 1);
  const find = async () => {
    const since = clock.now() - options.publicHours * 3_600_000;
    const filed = await tracking.operator.listFlights({ states: ['filed'], limit: maxFiled });
    return filed.filter(({ flight }) => flight.endedAt !== null && flight.endedAt > since);
  };
  return () => kept.get('', find);
}
