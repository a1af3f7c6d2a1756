import type { FastifyInstance, FastifyRequest } from 'fastify';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { Flight } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';

/** Seconds until a map asks again: while reports are still read, and afterwards. */
const [soonS, laterS] = [4, 300];

/**
 * Registers the METAR of an airport as JSON, for airports of flights under way only: visitors cannot make the server read others.
 * `weather.json` has those of all of them, for the layer of the map.
 */
export function registerWeather(scope: FastifyInstance, parts: WebParts): void {
  scope.get('/weather.json', async (_request, reply) => {
    const { weather, tracking } = parts;
    if (weather === null) throw new Refusal('not-found', { message: 'There are no weather reports here.' });
    const open = [...tracking.flights].filter(({ flight }) => flight.state === 'open');
    const { reports, isWhole } = weather.survey(open.flatMap(({ flight }) => endsOf(flight)));
    const nextS = isWhole ? laterS : soonS;
    return reply.header('cache-control', `public, max-age=${nextS / 2}`).send({ reports, nextS });
  });
  scope.get('/airports/:icao/metar.json', async (request: FastifyRequest<{ Params: { icao: string } }>, reply) => {
    const icao = request.params.icao.toUpperCase();
    const { weather, tracking } = parts;
    const isServed = [...tracking.flights].some(
      ({ flight }) => flight.state === 'open' && endsOf(flight).includes(icao),
    );
    if (weather === null || !isServed)
      throw new Refusal('not-found', { message: 'There is no weather report for this airport.' });
    return reply.header('cache-control', 'public, max-age=120').send({ icao, metar: await weather.read(icao) });
  });
}

function endsOf(flight: Flight): readonly string[] {
  return [flight.plan.departure.icao, arrivalOf(flight).icao];
}
