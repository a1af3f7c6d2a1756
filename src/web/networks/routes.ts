import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';
import { sendDocument } from '../api/reply.ts';
import type { WebParts } from '../parts.ts';
import { aroundOf } from './around.ts';
import type { AroundAnswer } from './wire.ts';

/** How often networks make their feeds, seconds; the first reading is there sooner. */
const everyS = 15;
const firstS = 3;

/**
 * Registers who flies and controls on the networks, as JSON for the layers of the map. A network is asked while visitors look at them,
 * however many, as often as for the airline's own flights.
 */
export function registerNetworks(scope: FastifyInstance, { feeds }: Pick<WebParts, 'feeds'>): void {
  scope.get('/networks.json', (request, reply) => {
    if (feeds.networks.length === 0) throw new Refusal('not-found', { message: 'No network is read here.' });
    const networks = aroundOf(feeds);
    const read = new Set(networks.map(({ network }) => network));
    const unread = feeds.networks.filter((network) => !read.has(network));
    const nextS = unread.length > 0 ? firstS : everyS;
    const text = JSON.stringify({ networks, unread, nextS } satisfies AroundAnswer);
    return sendDocument(request, reply, 'application/json; charset=utf-8', { text });
  });
}
