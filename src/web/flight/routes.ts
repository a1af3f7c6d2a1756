import type { FastifyInstance, FastifyReply } from 'fastify';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import { flightName } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import type { WebParts } from '../parts.ts';
import { addressOf } from '../place.ts';
import type { Views } from '../views.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { askerOf } from '../waiting.ts';
import { type FlightRequest, requireVisible } from './audience.ts';
import { EarlierFlights } from './earlier.ts';
import { formatOf, formats } from './export/export.ts';
import { Downloads, sendExport } from './export/send-export.ts';
import { judgementFor } from './judged.ts';
import { pageData } from './page-data.ts';
import { registerPicture, socialTags } from './picture-route.ts';
import { rateLimitOf } from './rate-dial.ts';
import { makeShare } from './share.ts';
import { shownVersion } from './silence.ts';
import { type TrackColumns, toTrack } from './track.ts';
import { askIn, registerUpdates } from './update-route.ts';
import { type VisibleRecord, VisibleRecords } from './visible-records.ts';

/** Of the track that is in the page itself: enough for a map of the whole flight. */
const firstPoints = 250;
const defaultPoints = 2_000;
const maxPoints = 5_000;
const dayMs = 24 * 3_600_000;
const maxShareDays = 366;

/** Registers a flight's page, its track as JSON, its exports, and the form that creates a share link. */
export function registerFlight(scope: FastifyInstance, parts: WebParts, views: Views): void {
  const records = new VisibleRecords(parts);
  const earlier = new EarlierFlights(parts);
  const show = (request: FlightRequest, reply: FastifyReply, shown: Shown) =>
    showPage(parts, views, earlier, request, reply, shown);
  scope.get('/flights/:id', async (request: FlightRequest, reply) => {
    return show(request, reply, { ...(await records.read(request)), shared: null });
  });
  scope.get('/flights/:id/track.json', async (request: FlightRequest, reply) => {
    const { record, audience } = await records.read(request);
    const points = Number(request.query.points ?? defaultPoints);
    const limit = Number.isInteger(points) ? Math.min(maxPoints, Math.max(10, points)) : defaultPoints;
    return reply.header('cache-control', 'no-store').send(toTrack(record, audience, limit, visitorOf(request)));
  });
  registerExports(scope, parts);
  registerUpdates(scope, parts, views, { records, earlier });
  registerPicture(scope, parts);
  scope.post('/flights/:id/share', async (request: FlightRequest, reply) => {
    const days = Number(formOf(request).get('days'));
    if (!Number.isInteger(days) || days < 1 || days > maxShareDays) {
      const message = `Valid for (days): enter a number from 1 to ${maxShareDays}.`;
      throw new Refusal('invalid', { message, fields: { days: message } });
    }
    const allowed = await records.read(request);
    const expiresAt = parts.clock.now() + days * dayMs;
    const share = makeShare(parts.access.signer, request.params.id, expiresAt);
    await parts.records.saveAudit({
      at: parts.clock.now(),
      actor: parts.access.actorOf(request),
      action: 'share',
      subject: request.params.id,
      detail: `until ${new Date(expiresAt).toISOString()}`,
    });
    const shared = { url: addressOf(request, `flights/${request.params.id}?share=${share}`), expiresAt };
    return show(request, reply, { ...allowed, shared });
  });
}

/** The track as files in several formats. */
function registerExports(scope: FastifyInstance, parts: WebParts): void {
  const downloads = new Downloads();
  scope.get<ExportRoute>('/flights/:id/track.:format', async (request, reply) => {
    const { format } = request.params;
    if (formatOf(format) === undefined) return reply.callNotFound();
    const { view, audience } = await requireVisible(parts, request as FlightRequest);
    const asker = askerOf(parts, request);
    downloads.begin(asker, reply);
    const file = await parts.exports.read(view, audience, format, asker);
    const headers = { 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': 'no-store' };
    return sendExport(request, reply.headers({ ...headers, vary: 'accept-encoding' }), file);
  });
}

interface ExportRoute {
  Params: { id: string; format: string };
}

interface Shown extends VisibleRecord {
  /** The share link that was just created. */
  readonly shared: { readonly url: string; readonly expiresAt: number } | null;
}

/** Returns a track as JSON that ends no element of a page, whatever a client wrote. */
function embedded(track: TrackColumns): string {
  return JSON.stringify(track).replaceAll('<', '\\u003c');
}

async function showPage(
  parts: WebParts,
  views: Views,
  earlier: EarlierFlights,
  request: FlightRequest,
  reply: FastifyReply,
  { record, audience, shared }: Shown,
): Promise<FastifyReply> {
  const { publicHours } = parts.options;
  const found = await earlier.find(record.view.flight, audience);
  const { flight } = record.view;
  const { share } = request.query;
  const now = parts.clock.now();
  return views.send(request, reply, {
    title: `${flightName(flight.plan)} ${flight.plan.departure.icao} – ${arrivalOf(flight).icao}`,
    view: 'flight/flight',
    isTranslated: true,
    hasLateFont: true,
    styles: ['vendor/leaflet.css', 'map-look.css', 'flight/flight.css', 'flight/landing.css'],
    scripts: ['vendor/leaflet.js', 'flight/main.js'],
    social: socialTags(request, record),
    data: {
      ...pageData(record, {
        audience,
        visitor: visitorOf(request),
        publicHours,
        earlier: found,
        now,
        rateLimitFpm: await rateLimitOf(parts.rules, judgementFor(record, audience)),
        nameOf: parts.publicNames.shown(),
      }),
      firstTrack: embedded(toTrack(record, audience, firstPoints, visitorOf(request))),
      version: shownVersion(record.view, now),
      nextS: askIn(parts, request)(record),
      query: typeof share === 'string' ? `?share=${encodeURIComponent(share)}` : '',
      shared,
      publicHours,
      formats: Object.keys(formats),
    },
  });
}
