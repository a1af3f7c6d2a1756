import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';

/** Registers the METAR of an airport as JSON, for airports of flights under way only: visitors cannot make the server read others. */
export function registerWeather(scope: FastifyInstance, parts: WebParts): void {
  scope.get('/airports/:icao/metar.json', async (request: FastifyRequest<{ Params: { icao: string } }>, reply) => {
    const icao = request.params.icao.toUpperCase();
    const { weather, tracking } = parts;
    const isServed = [...tracking.flights].some(
      ({ flight: { state, plan } }) => state === 'open' && (plan.departure.icao === icao || plan.arrival.icao === icao),
    );
    if (weather === null || !isServed)
      throw new Refusal('not-found', { message: 'There is no weather report for this airport.' });
    return reply.header('cache-control', 'public, max-age=120').send({ icao, metar: await weather.read(icao) });
  });
}
