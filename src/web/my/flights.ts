import type { FastifyRequest } from 'fastify';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { type Flight, flightName } from '../../tracking/model.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import { makeShare } from '../flight/share.ts';
import type { WebParts } from '../parts.ts';
import { isThroughHost, rootOf } from '../place.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { readConversation } from './conversation.ts';
import { type MyScope, pilotForm } from './my-pages.ts';

/** Flights of one page, the newest first. */
const perPage = 25;
/** A flight that reported within this time is being flown. */
const reportingMs = 3 * 60_000;
const shareMs = 7 * 24 * 3_600_000;
const maxCommentLength = 4_000;

type FlightRequest = FastifyRequest<{ Params: { id: string } }>;

/** A flight of the pilot as the pages list it. */
interface FlightLine {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly aircraft: string | null;
  readonly state: Flight['state'];
  readonly landingRateFpm: number | null;
  readonly flightTimeMin: number | null;
  readonly score: number | null;
}

/** Registers the pilot's flights: the one under way first, then those that ended, each with a page of its own. */
export function registerFlights(my: MyScope): void {
  const { scope, parts, pilotOf, show } = my;
  scope.get('/my', async (request, reply) => {
    const { pilot } = pilotOf(request);
    const { before } = request.query as { before?: unknown };
    const from = /^\d{1,15}$/.test(String(before)) ? Number(before) : null;
    const page = await readPage(parts, pilot, from);
    const isLive = ({ flight }: FlightView) => flight.endedAt === null;
    return show(request, reply, {
      title: 'My flights',
      titleKey: 'my.flights',
      view: 'my/flights',
      section: 'my',
      data: {
        current: await Promise.all(page.flights.filter(isLive).map((view) => currentOf(parts, view))),
        past: page.flights.filter((view) => !isLive(view)).map(lineOf),
        older: page.next,
        isFirst: from === null,
      },
    });
  });
  registerFlight(my);
  registerCancel(my);
}

function registerFlight({ scope, parts, pilotOf, show }: MyScope): void {
  scope.get('/my/flights/:id', async (request: FlightRequest, reply) => {
    const view = await requireOwn(parts, pilotOf(request), request);
    const { flight } = view;
    const share = makeShare(parts.access.signer, flight.id, parts.clock.now() + shareMs);
    return show(request, reply, {
      title: flightName(flight.plan),
      view: 'my/flight',
      section: 'my',
      data: {
        line: lineOf(view),
        reason: flight.reason,
        pageUrl: `${rootOf(request)}flights/${flight.id}?share=${share}`,
        conversation: await readConversation(parts, pilotOf(request), flight, visitorOf(request)),
        maxCommentLength,
      },
    });
  });
  scope.post('/my/flights/:id/comment', pilotForm, async (request: FlightRequest, reply) => {
    const session = pilotOf(request);
    const { flight } = await requireOwn(parts, session, request);
    const text = (formOf(request).get('text') ?? '').trim();
    if (text === '' || text.length > maxCommentLength || flight.pirepId === null) {
      const message = visitorOf(request).wording.say('my.comment-length', { max: maxCommentLength });
      throw new Refusal('invalid', { message, fields: { text: message } });
    }
    await parts.tracking.calls.desk.papers(session).comment(flight.pirepId, text);
    return reply.redirect(`${rootOf(request)}my/flights/${flight.id}`, 303);
  });
}

function registerCancel({ scope, parts, pilotOf, show }: MyScope): void {
  scope.get('/my/flights/:id/cancel', async (request: FlightRequest, reply) => {
    const view = await requireOwn(parts, pilotOf(request), request);
    return show(request, reply, {
      title: 'Cancel',
      titleKey: 'my.cancel',
      view: 'my/cancel',
      section: 'my',
      data: { line: lineOf(view), isOver: view.flight.endedAt !== null },
    });
  });
  scope.post('/my/flights/:id/cancel', pilotForm, async (request: FlightRequest, reply) => {
    const { id } = request.params;
    const named = { name: { flightId: id }, reason: null, holdsWorker: isThroughHost(request) };
    await parts.tracking.calls.cancel(pilotOf(request), named);
    return reply.redirect(`${rootOf(request)}my`, 303);
  });
}

/** Returns the flight of this address. @throws Refusal `flight-not-found` where the pilot has none of this id */
async function requireOwn(
  { tracking }: Pick<WebParts, 'tracking'>,
  session: ReturnType<MyScope['pilotOf']>,
  { params }: FlightRequest,
): Promise<FlightView> {
  const view = await tracking.calls.readFlight(session, { flightId: params.id });
  if (view === null) throw new Refusal('flight-not-found', { message: 'There is no such flight of yours.' });
  return view;
}

/** An ident may have been another pilot's before: what counts is the id. */
async function readPage(
  { tracking }: WebParts,
  pilot: { readonly id: string; readonly ident: string },
  before: number | null,
) {
  const asked = { pilotIdent: pilot.ident, limit: perPage, ...(before === null ? {} : { before }) };
  const { flights, next } = await tracking.operator.pageFlights(asked);
  return {
    flights: flights.filter(({ flight }) => flight.pilot.id === pilot.id),
    next: flights.length < perPage ? null : next,
  };
}

/** What Tracker has of a flight under way, and how the pilot continues. */
async function currentOf({ tracking, clock }: WebParts, view: FlightView) {
  const { flight, phase, positionCount, eventCount, lastReportAt } = view;
  const isReporting = positionCount + eventCount > 0 && clock.now() - lastReportAt < reportingMs;
  const goOn = flight.state === 'open' ? (isReporting ? 'flying' : 'silent') : flight.state;
  return {
    line: lineOf(view),
    phase,
    reports: positionCount + eventCount,
    agoS: (clock.now() - lastReportAt) / 1_000,
    undelivered: await undeliveredOf(tracking, flight.id),
    goOn: `goon.${goOn}` as const,
    canCancel: flight.state !== 'filing',
  };
}

/** How many reports of a flight have waited too long for the crew center; null where that is not known at the moment. */
async function undeliveredOf({ operator }: WebParts['tracking'], flightId: string): Promise<number | null> {
  try {
    return (await operator.listOutbox()).find(({ flight }) => flight.id === flightId)?.undelivered ?? 0;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}

export function lineOf({ flight, flightTimeMin }: FlightView): FlightLine {
  const { plan, aircraft, receipt } = flight;
  const pirep = receipt?.pirep ?? null;
  return {
    id: flight.id,
    name: flightName(plan),
    from: plan.departure.icao,
    to: arrivalOf(flight).icao,
    at: pirep?.takeoffAt ?? flight.startedAt,
    aircraft: aircraft === null ? null : [aircraft.icao, aircraft.registration].filter(Boolean).join(' '),
    state: flight.state,
    landingRateFpm: pirep?.landingRateFpm ?? null,
    flightTimeMin: pirep?.flightTimeMin ?? flightTimeMin,
    score: pirep?.judgement?.score ?? null,
  };
}
