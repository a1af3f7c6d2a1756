import type { WireCall } from '../../../src/client/transport.ts';
import { isFiled } from '../evidence.ts';
import { scriptUrls } from '../pilots/smartcars-pilot.ts';
import { isForLooking } from './booked-schedules.ts';
import { bidIn } from './bookings.ts';
import type { Credentials, Visit, Visitor } from './visitor.ts';

/** How a program of one contract books; null where it does not. */
interface Desk {
  readonly credentials: Credentials;
  book(scheduleId: string, aircraft: string | null): WireCall;
  choose(bidId: string, aircraft: string): WireCall | null;
  unbook(bidId: string): WireCall;
}

/** A program by which a pilot plans: it books a flight, says it again, takes another aircraft, and removes it again. */
export const books: Visit = {
  name: 'books',
  generations: [7, 5],
  async run(visitor) {
    const { draws, world } = visitor;
    const desk = deskOf(visitor);
    const schedules = [...world.models.crew.host.schedules.keys()];
    if (desk === null || schedules.length === 0) return;
    const scheduleId = draws.pick(schedules);
    const booking = desk.book(scheduleId, draws.happens(0.5) ? draws.pick(['1', '2']) : null);
    const first = await visitor.insist(booking, desk.credentials);
    const bidId = first?.status === 200 ? bidIn(first) : null;
    if (bidId === null) return;
    if (draws.happens(0.4)) await visitor.ask(booking, desk.credentials);
    if (!isForLooking(scheduleId)) return;
    const choosing = draws.happens(0.8) ? desk.choose(bidId, draws.pick(['1', '2'])) : null;
    if (choosing !== null) await visitor.ask(choosing, desk.credentials);
    await visitor.sleep(draws.wait(3_000));
    await visitor.insist(desk.unbook(bidId), desk.credentials);
    if (draws.happens(0.3)) await visitor.ask(desk.unbook(bidId), desk.credentials);
  },
};

/** A program that names the bid of another pilot. */
export const meddles: Visit = {
  name: "asks for another pilot's bid",
  generations: [7, 5],
  async run(visitor) {
    const { draws, world, pilot } = visitor;
    const desk = deskOf(visitor);
    const others = [...world.models.crew.host.bids.values()].filter(({ pilotId }) => pilotId !== pilot.account.id);
    if (desk === null || others.length === 0) return;
    const { id } = draws.pick(others);
    const choosing = draws.happens(0.4) ? desk.choose(id, draws.pick(['1', '2'])) : null;
    await visitor.ask(choosing ?? desk.unbook(id), desk.credentials);
  },
};

/** The pilot's bids and PIREPs, as each program lists them. */
export const readsLogbook: Visit = {
  name: 'reads the logbook',
  generations: [7, 5],
  async run(visitor) {
    const { draws, world, pilot } = visitor;
    const token = visitor.token();
    if (token === null) return;
    const smartcars = `${scriptUrls[world.generation].replace(/\/$/, '')}/`;
    const own = world.models.crew.host.pirepsOf(pilot.account.id);
    const pireps = draws.happens(0.8) ? own.filter(isFiled) : own;
    const of = (path: string, credentials = token): readonly [string, Credentials] => [path, credentials];
    const { id = 'none' } = pireps.length === 0 ? {} : draws.pick(pireps);
    const bySmartcars = ['flights/bookings', 'pireps/search', 'pireps/latest', `pireps/details?id=${id}`];
    const ways = [
      ...bySmartcars.map((path) => of(smartcars + path, bearer(token))),
      ...(world.generation === 5
        ? []
        : ['bids', 'pireps', `pireps/${id}`, 'airports', 'fleet', 'airlines'].map((path) =>
            of(`/api/tracker/${path}`),
          )),
      ...(world.generation === 5 ? [] : ['user/bids', 'user/pireps'].map((path) => of(`/api/${path}`, visitor.key()))),
    ];
    const [path, credentials] = draws.pick(ways);
    await visitor.ask({ method: 'GET', path }, credentials);
  },
};

function deskOf(visitor: Visitor): Desk | null {
  const { world, draws } = visitor;
  const token = visitor.token();
  if (token === null) return null;
  const smartcars = smartcarsDesk(scriptUrls[world.generation], bearer(token));
  return world.generation === 5 ? smartcars : draws.pick([smartcars, ownDesk(token), coreDesk(visitor.key())]);
}

/** As smartCARS sends a token. */
export const bearer = (token: Credentials): Credentials => {
  const [text = ''] = Object.values(token);
  return { Authorization: `Bearer ${text.replace(/^Bearer /i, '')}` };
};

const smartcarsDesk = (base: string, credentials: Credentials): Desk => ({
  credentials,
  book: (flightID, aircraft) => ({
    method: 'POST',
    path: `${base}flights/book`,
    body: { flightID, ...(aircraft === null ? {} : { aircraftID: Number(aircraft) }) },
  }),
  choose: (bidID, aircraft) => ({
    method: 'POST',
    path: `${base}flights/rebook`,
    body: { bidID: Number(bidID), aircraftID: Number(aircraft) },
  }),
  unbook: (bidID) => ({ method: 'POST', path: `${base}flights/unbook`, body: { bidID: Number(bidID) } }),
});

const ownDesk = (credentials: Credentials): Desk => ({
  credentials,
  book: (schedule_id, aircraft) => ({
    method: 'POST',
    path: '/api/tracker/bids',
    body: { schedule_id, ...(aircraft === null ? {} : { aircraft }) },
  }),
  choose: (bidId, aircraft) => ({ method: 'PATCH', path: `/api/tracker/bids/${bidId}`, body: { aircraft } }),
  unbook: (bidId) => ({ method: 'DELETE', path: `/api/tracker/bids/${bidId}` }),
});

const coreDesk = (credentials: Credentials): Desk => ({
  credentials,
  book: (flight_id, aircraft_id) => ({
    method: 'PUT',
    path: '/api/user/bids',
    body: { flight_id, ...(aircraft_id === null ? {} : { aircraft_id }) },
  }),
  choose: () => null,
  unbook: (bid_id) => ({ method: 'DELETE', path: '/api/user/bids', body: { bid_id } }),
});
