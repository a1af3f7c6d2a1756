import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import { etagOf, hasTag } from '../../lib/etag.ts';
import type { Feed } from './feed.ts';
import { Frame } from './frame.ts';
import type { Pace } from './pace.ts';
import type { Viewers } from './viewers.ts';

export interface LiveParts {
  readonly feed: Feed;
  readonly viewers: Viewers;
  /** Maximum number of viewers; others get 503. */
  readonly maxViewers: number;
  /** Maximum number of viewers from one address (or IPv6 network), so that a single client cannot take all places. */
  readonly maxViewersPerNetwork: number;
  /** Where a request comes from. */
  readonly networkOf: (request: FastifyRequest) => string;
  /** Returns this header of a request. */
  readonly acceptsGzip: (acceptEncoding: string | string[] | undefined) => boolean;
  readonly clock: Clock;
  readonly pace: Pace;
  /** What the crew center's PHP says of a request that comes through it; null for others. */
  readonly hostOf: (request: FastifyRequest) => { readonly hostMs: number | null } | null;
}

/** Minimum length, in characters, at which compression is worth its cost. */
const gzipFrom = 1_400;
const retry = new Frame('retry: 2000\n\n');

/**
 * The map's feed over HTTP: `GET /tracker/live/events` (server-sent events: a snapshot, then numbered deltas; a viewer
 * that reconnects with `Last-Event-ID` gets what it missed), `GET /tracker/live/snapshot` (JSON with an ETag), and
 * `GET /tracker/live/poll` (what pages ask for that come through the crew center's PHP, where a stream would hold a worker).
 */
export function registerLive(app: FastifyInstance, parts: LiveParts): void {
  const places = new Map<string, number>();
  app.get('/tracker/live/events', { exposeHeadRoute: false }, (request, reply) => {
    // A browser that gets this does not ask again.
    if (parts.hostOf(request) !== null) return void reply.code(204).header('cache-control', 'no-store').send();
    return stream(parts, places, request, reply);
  });
  app.get('/tracker/live/poll', (request, reply) => sendPoll(parts, request, reply));
  app.get('/tracker/live/snapshot', (request, reply) => sendSnapshot(parts.feed, request, reply));
}

function stream(
  { feed, viewers, maxViewers, maxViewersPerNetwork, networkOf, acceptsGzip }: LiveParts,
  /** Number of viewers by network. */
  places: Map<string, number>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Its end was before anybody could hear of it.
  if (reply.raw.destroyed) return void reply.hijack();
  const network = networkOf(request);
  const taken = places.get(network) ?? 0;
  if (viewers.count >= maxViewers || taken >= maxViewersPerNetwork) {
    void reply.code(503).header('retry-after', '30').type('text/plain').send('Too many viewers. Try again in 30 s.');
    return;
  }
  const encoding = acceptsGzip(request.headers['accept-encoding']) ? 'gzip' : 'plain';
  reply.hijack();
  const response = reply.raw;
  // Frames are written to the socket directly, encoded once for all viewers: no chunked encoding, and no keep-alive.
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...(encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
  });
  const missed = feed.since(readLastId(request.headers['last-event-id']));
  const viewer = viewers.add(response, encoding, [retry, ...(missed ?? [feed.snapshotFrame()])]);
  places.set(network, taken + 1);
  response.on('close', () => {
    viewer[Symbol.dispose]();
    const left = (places.get(network) ?? 1) - 1;
    if (left > 0) places.set(network, left);
    else places.delete(network);
  });
}

/** The default: an id after which there is no delta. */
function readLastId(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : -1;
}

/**
 * The same for all visitors, so that a cache of the host may answer some of them: it keeps it for a third of the interval. `at` is the
 * server's time, `nextS` when to ask again.
 */
function sendPoll(
  { feed, clock, pace, networkOf, hostOf, acceptsGzip }: LiveParts,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const nextS = pace.note(networkOf(request), hostOf(request)?.hostMs ?? null);
  const text = `{"at":${clock.now()},"nextS":${nextS},${feed.snapshot().slice(1)}`;
  void reply
    .header('cache-control', `public, max-age=${Math.floor(nextS / 3)}`)
    .header('x-content-type-options', 'nosniff')
    .header('vary', 'accept-encoding')
    .type('application/json; charset=utf-8');
  if (text.length < gzipFrom || !acceptsGzip(request.headers['accept-encoding'])) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(gzipSync(text, { level: 4 }));
}

function sendSnapshot(feed: Feed, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const snapshot = feed.snapshot();
  const etag = etagOf(snapshot);
  void reply.header('etag', etag).header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff');
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(snapshot);
}
