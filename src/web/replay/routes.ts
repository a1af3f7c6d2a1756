import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';
import { audienceOf } from '../flight/audience.ts';
import type { WebParts } from '../parts.ts';
import type { Views } from '../views.ts';
import { Day, type DayFlight, dayMs } from './day.ts';
import { hourMinutes, linesOf, listed, sliceOf } from './slices.ts';

const hourMs = hourMinutes * 60_000;

/** Registers the replay of all flights of the last 24 hours at `/tracker/replay`, and its data: the flights, their positions by hour, and all their ways as lines. */
export function registerReplay(scope: FastifyInstance, parts: WebParts, views: Views): void {
  const day = new Day(parts.tracking, parts.records, parts.clock);
  scope.addHook('onClose', async () => day.close());
  const begin = () => void day.begin().catch(parts.onError);
  scope.get('/replay', (request, reply) => {
    begin();
    return views.send(request, reply, {
      title: 'Replay',
      titleKey: 'replay.title',
      view: 'replay/replay',
      styles: ['map/map.bundle.css', 'replay/replay.css'],
      scripts: ['vendor/leaflet.js', 'replay/main.js'],
      isBare: true,
      isTranslated: true,
    });
  });
  scope.get('/replay/flights.json', (request, reply) => {
    begin();
    const now = parts.clock.now();
    const flights = listed(visible(parts, request, day.flights()));
    const times = { from: now - dayMs, to: now, loaded: day.loadedShare };
    return reply.header('cache-control', 'no-store').send({ ...times, flights });
  });
  scope.get('/replay/lines.json', (request, reply) => {
    begin();
    const from = Math.floor((parts.clock.now() - dayMs) / 60_000);
    const lines = linesOf(visible(parts, request, day.flights()), from);
    return reply.header('cache-control', 'no-store').send({ loaded: day.loadedShare, lines });
  });
  scope.get('/replay/hours/:hour.json', (request: FastifyRequest<{ Params: { hour: string } }>, reply) => {
    begin();
    const hour = Number(request.params.hour);
    const age = Math.floor(parts.clock.now() / hourMs) - hour;
    if (!Number.isInteger(hour) || age < 0 || age > dayMs / hourMs)
      throw new Refusal('not-found', { message: 'The replay has the last 24 hours.' });
    return reply.header('cache-control', 'no-store').send(sliceOf(visible(parts, request, day.flights()), hour));
  });
}

/** Returns the flights that this visitor may see, by the rules of the flight page. */
function visible(parts: WebParts, request: FastifyRequest, flights: readonly DayFlight[]): readonly DayFlight[] {
  return flights.filter(({ flight }) => audienceOf(parts, request, flight) !== null);
}
