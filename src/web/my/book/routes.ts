import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTimeOfDay } from '../../../lib/instant-text.ts';
import type { Charter, ScheduleFilter } from '../../../tracking/desk-model.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import { formOf } from '../../access/guard.ts';
import { visitorOf } from '../../visitor/visitor.ts';
import { type MyScope, pilotForm } from '../my-pages.ts';
import { refusedText } from '../refused.ts';
import type { BookingHost } from './booking-host.ts';
import { servedFrom } from './served-map.ts';

const perPage = 25;
const maxLength = 60;

type OfferRequest = FastifyRequest<{ Params: { id: string } }>;

/** Registers the pages on which a pilot searches schedules, books and gives bids back, where the crew center's pilots book here. */
export function registerBook(my: MyScope): void {
  const { booking: host } = my.parts;
  if (host === null) return;
  registerSearch(my, host);
  registerOffer(my, host);
  registerCharter(my, host);
}

function registerSearch(my: MyScope, host: BookingHost): void {
  const { scope, parts, pilotOf } = my;
  const { calls } = parts.tracking;
  scope.get('/my/book', (request, reply) => show(request, reply));
  scope.post('/my/book/bids/:id/remove', pilotForm, async (request: OfferRequest, reply) => {
    try {
      await calls.desk.unbook(pilotOf(request), request.params.id);
    } catch (error) {
      if (!isRefusal(error, 'bid-not-found')) throw error;
    }
    return reply.redirect('../../../book', 303);
  });

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const session = pilotOf(request);
    const { currentAirport } = await calls.desk.profile(session);
    const asked = searchOf(request.query, currentAirport);
    const [bids, found] = await Promise.all([
      calls.listBids(session),
      calls.desk.searchSchedules(session, filterOf(asked), { page: asked.page, perPage }),
    ]);
    const pages = Math.max(1, Math.ceil(found.total / perPage));
    const ids = found.items.map(({ id }) => id);
    return my.show(request, reply, {
      title: 'Book',
      titleKey: 'book.title',
      view: 'my/book/book',
      section: 'my/book',
      data: {
        asked,
        bids,
        found,
        obstacles: host.listObstacles(session.pilot.id, ids),
        pages,
        served: servedFrom(host, session.pilot.id, asked.from),
        takesCharters: host.takesCharters(),
      },
    });
  }
}

function registerOffer(my: MyScope, host: BookingHost): void {
  const { scope, parts, pilotOf } = my;
  scope.get('/my/book/schedules/:id', (request: OfferRequest, reply) => show(request, reply, null));
  scope.post('/my/book/schedules/:id', pilotForm, async (request: OfferRequest, reply) => {
    const aircraftId = formOf(request).get('aircraft') || null;
    try {
      await parts.tracking.calls.desk.book(pilotOf(request), { scheduleId: request.params.id, aircraftId });
    } catch (error) {
      if (!isRefusal(error, 'invalid') && !isRefusal(error, 'crew-center-refused')) throw error;
      return show(request, reply, error);
    }
    return reply.redirect('../../book', 303);
  });

  function show(request: OfferRequest, reply: FastifyReply, refusal: Refusal | null): FastifyReply {
    const offer = host.readOffer(pilotOf(request).pilot.id, request.params.id);
    if (offer === null) throw new Refusal('not-found', { message: 'There is no such schedule any more.' });
    const refused = refusal === null ? null : refusedText(refusal, visitorOf(request));
    return my.show(request, reply, {
      title: offer.plan.ident,
      view: 'my/book/offer',
      section: 'my/book',
      status: refused?.status ?? 200,
      data: { ...offer, id: request.params.id, problem: refused?.text ?? null },
    });
  }
}

function registerCharter(my: MyScope, host: BookingHost): void {
  const { scope, parts, pilotOf } = my;
  const { desk } = parts.tracking.calls;
  scope.get('/my/book/charter', (request, reply) => show(request, reply, null));
  scope.post('/my/book/charter', pilotForm, async (request, reply) => {
    try {
      await desk.charter(pilotOf(request), charterOf(formOf(request)));
    } catch (error) {
      if (!isRefusal(error, 'invalid') && !isRefusal(error, 'crew-center-refused')) throw error;
      return show(request, reply, error);
    }
    return reply.redirect('../book', 303);
  });

  async function show(request: FastifyRequest, reply: FastifyReply, refusal: Refusal | null): Promise<FastifyReply> {
    const session = pilotOf(request);
    const refused = refusal === null ? null : refusedText(refusal, visitorOf(request));
    const { currentAirport } = await desk.profile(session);
    const typed = Object.fromEntries(formOf(request));
    return my.show(request, reply, {
      title: 'Charter',
      titleKey: 'book.charter',
      view: 'my/book/charter',
      section: 'my/book',
      status: refused?.status ?? 200,
      data: {
        typed: { departure: currentAirport ?? '', ...typed },
        wrong: refused?.fields ?? {},
        problem: refused?.text ?? null,
        fleet: (await desk.listFleet(session)).filter(({ isAllowed }) => isAllowed),
        isTaken: host.takesCharters(),
      },
    });
  }
}

interface Search {
  readonly from: string;
  readonly to: string;
  readonly q: string;
  readonly page: number;
}

/** Reads `?from=LSZH&to=&q=&page=`; without `from` from where the pilot is. */
function searchOf(query: unknown, here: string | null): Search {
  const given = (query ?? {}) as Readonly<Record<string, unknown>>;
  const text = (name: string) => {
    const value = given[name];
    return typeof value === 'string' ? value.trim().slice(0, maxLength) : null;
  };
  return {
    from: (text('from') ?? here ?? '').toUpperCase(),
    to: (text('to') ?? '').toUpperCase(),
    q: text('q') ?? '',
    page: Math.min(100_000, Math.max(1, Math.floor(Number(text('page'))) || 1)),
  };
}

function filterOf({ from, to, q }: Search): ScheduleFilter {
  return {
    departure: from || null,
    arrival: to || null,
    text: q || null,
    aircraftId: null,
    airline: null,
    minDistanceNm: null,
    maxDistanceNm: null,
    minFlightTimeMin: null,
    maxFlightTimeMin: null,
  };
}

const maxRoute = 2_000;

/** @throws Refusal `invalid` naming the fields that no crew center takes */
function charterOf(form: URLSearchParams): Charter {
  const fields: Record<string, string> = {};
  const text = (name: string, max = maxLength) => {
    const value = (form.get(name) ?? '').trim();
    if (value.length > max) fields[name] = `Enter at most ${max} characters.`;
    return value || null;
  };
  const time = (name: 'departureTime' | 'arrivalTime') => {
    const value = text(name);
    const read = value === null ? null : readTimeOfDay(value);
    if (value !== null && (read === null || read.zone === 'L')) fields[name] = 'Enter a time such as 14:05, UTC.';
    return read?.clock ?? null;
  };
  const level = text('level');
  if (level !== null && !/^\d{1,3}$/.test(level)) fields.level = 'Enter a flight level, such as 350.';
  const number = text('flightNumber') ?? '';
  if (!/^[A-Za-z0-9]{1,10}$/.test(number)) fields.flightNumber = 'Enter a flight number of letters and digits.';
  const charter: Charter = {
    airline: null,
    flightNumber: number,
    departure: text('departure') ?? '',
    arrival: text('arrival') ?? '',
    route: text('route', maxRoute),
    aircraftId: text('aircraft'),
    cruiseAltitudeFt: level === null ? null : Number(level) * 100,
    kind: form.get('kind') === 'cargo' ? 'cargo' : 'passenger',
    departureTime: time('departureTime'),
    arrivalTime: time('arrivalTime'),
  };
  if (Object.keys(fields).length > 0)
    throw new Refusal('invalid', { message: Object.values(fields).join(' '), fields });
  return charter;
}
