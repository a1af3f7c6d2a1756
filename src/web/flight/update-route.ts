import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FlightState } from '../../tracking/model.ts';
import type { WebParts } from '../parts.ts';
import { rootOf } from '../place.ts';
import type { Views } from '../views.ts';
import { visitorOf } from '../visitor/visitor.ts';
import type { FlightRequest } from './audience.ts';
import type { EarlierFlights } from './earlier.ts';
import { judgementFor } from './judged.ts';
import { pageParts } from './page-parts.ts';
import { rateLimitOf } from './rate-dial.ts';
import type { FlightRecord } from './record.ts';
import { shownVersion } from './silence.ts';
import { type TrackColumns, toTrack } from './track.ts';
import type { VisibleRecords } from './visible-records.ts';

/** What a page that shows an older version of a flight needs to show the newest one. */
export interface FlightUpdate {
  readonly version: string;
  /** Seconds until the page should ask again; null when nothing will change any more. */
  readonly nextS: number | null;
  /** Absent when the page has the newest version. */
  readonly news?: {
    /** The positions after those that the page has; all of them when it lacks older ones too. */
    readonly track: TrackColumns;
    readonly isWhole: boolean;
    /** HTML of the page's parts by the id of their element. */
    readonly parts: Readonly<Record<string, string>>;
    /** State and phase, to be read to those who do not see the page. */
    readonly status: string;
  };
}

const maxPoints = 2_000;
/** A flight of more positions takes longer to read, and is asked for less often. */
const longPositions = 5_000;
const longFactor = 3;

/** Seconds between two updates by state; none where a flight has ended for good. */
const intervalS: Readonly<Record<FlightState, number | null>> = {
  starting: 10,
  open: 5,
  suspended: 30,
  filing: 20,
  filed: null,
  cancelled: null,
  abandoned: null,
};

/** What the pages of flights read. */
export interface FlightReads {
  readonly records: VisibleRecords;
  readonly earlier: EarlierFlights;
}

/** Registers the address at which the page of a flight under way asks for what is new. */
export function registerUpdates(
  scope: FastifyInstance,
  parts: WebParts,
  views: Views,
  { records, earlier }: FlightReads,
): void {
  scope.get('/flights/:id/update.json', async (request: FlightRequest, reply) => {
    void reply.header('cache-control', 'no-store');
    const { view, newer } = await records.readNewer(request, String(request.query.version));
    const inS = askIn(parts, request);
    const now = parts.clock.now();
    if (newer === null)
      return reply.send({ version: shownVersion(view, now), nextS: inS({ view }) } satisfies FlightUpdate);
    const { record, audience } = newer;
    const { after, count } = request.query;
    const visitor = visitorOf(request);
    const fresh = record.positions.filter(({ recordedAt }) => recordedAt > Number(after));
    const isWhole = fresh.length + Number(count) !== record.positionCount;
    const columns = toTrack(isWhole ? record : { ...record, positions: fresh }, audience, maxPoints, visitor);
    const context = {
      audience,
      visitor,
      publicHours: parts.options.publicHours,
      earlier: await earlier.find(record.view.flight, audience),
      now,
      rateLimitFpm: await rateLimitOf(parts.rules, judgementFor(record, audience)),
      nameOf: parts.publicNames.shown(),
    };
    const root = rootOf(request, `/tracker/flights/${request.params.id}`);
    const render = (view: string, data: unknown) => views.renderPart(request, view, { data, root });
    const { html, status } = pageParts(record, context, render);
    const update: FlightUpdate = {
      version: shownVersion(record.view, now),
      nextS: inS(record),
      news: { track: { ...columns, count: record.positionCount }, isWhole, parts: html, status },
    };
    return reply.send(update);
  });
}

/** The same for this visitor: through the crew center's PHP, less often. */
export function askIn({ nextAskS }: Pick<WebParts, 'nextAskS'>, request: FastifyRequest): typeof nextS {
  const throughHost = nextAskS(request);
  return (record) => {
    const seconds = nextS(record);
    return seconds === null || throughHost === null ? seconds : Math.max(seconds, throughHost);
  };
}

/** Returns when the page should ask for news, seconds; null when there will be none. */
export function nextS({ view }: Pick<FlightRecord, 'view'>): number | null {
  const seconds = intervalS[view.flight.state];
  if (seconds === null) return null;
  return view.positionCount > longPositions ? seconds * longFactor : seconds;
}
