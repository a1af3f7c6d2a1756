import type { FastifyInstance } from 'fastify';
import { ShortCache } from '../../lib/short-cache.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { flightsAloft } from '../map/aloft.ts';
import { recentFlights } from '../map/recent.ts';
import type { WebParts } from '../parts.ts';
import type { Views } from '../views.ts';
import type { HomeFacts } from './home-host.ts';

/** Flights under way that the page lists. */
const maxAloft = 10;
const keptMs = 1_000;

/** Registers the first page of an airline that has no other site, at `/tracker/home`. */
export function registerHome(scope: FastifyInstance, parts: WebParts, views: Views): void {
  const { home: host, join, clock } = parts;
  if (host === null) return;
  const recent = recentFlights(parts);
  const facts = new ShortCache<HomeFacts>(clock, keptMs, 1);
  scope.get('/home', async (request, reply) => {
    if (!host.isShown()) throw new Refusal('not-found', { message: 'This airline has its first page elsewhere.' });
    const { count, flights } = flightsAloft(parts);
    const registration = join?.readRules().registration ?? 'closed';
    return views.send(request, reply, {
      title: 'Home',
      titleKey: 'home.title',
      view: 'home/home',
      styles: ['home/home.css'],
      isTranslated: true,
      isPlain: !parts.access.isSignedIn(request),
      data: {
        facts: await facts.get('', async () => host.readFacts()),
        aloft: { count, flights: flights.slice(0, maxAloft) },
        recent: await recent(),
        registration,
      },
    });
  });
}
