import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ListShape, listPage } from '../../../lib/lists/list.ts';
import { type Bid, flightName } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { PageFrame } from '../../pages.ts';
import { addBid, listAllBids } from '../bid-admin.ts';
import { removeBid } from '../bid-service.ts';
import type { CrewCenter } from '../crew-center.ts';
import { listPilots } from '../pilot-admin.ts';
import { listSchedules } from '../schedules.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/bids';
const done = { added: 'The bid was added.', removed: 'The bid was removed.' };
/** With more choices than this, the form has a text field instead of a list. */
const maxChoices = 500;

type ShownBid = Bid & { readonly name: string; readonly pilot: string };

const shape: ListShape<ShownBid> = {
  words: ({ plan, pilot, blocked }) => [
    flightName(plan),
    plan.ident,
    plan.departure.icao,
    plan.arrival.icao,
    pilot,
    blocked,
  ],
  sorts: {
    attention: { title: 'Blocked first', by: ({ blocked }) => (blocked === null ? 1 : 0) },
    flight: { title: 'Flight', by: ({ plan }) => flightName(plan) },
    pilot: { title: 'Pilot', by: ({ pilot }) => pilot },
  },
};

/** Registers the page that lists, adds and removes bids. */
export function registerBids(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  const show = pageOf(frame, crewCenter);
  scope.get('/admin/bids', async (request, reply) => show(request, reply, null));
  scope.post('/admin/bids', async (request, reply) => {
    const form = frame.formOf(request);
    const [pilotId = '', schedule = '', aircraft = ''] = ['pilot', 'schedule', 'aircraft'].map((name) =>
      (form.get(name) ?? '').trim(),
    );
    const failed = await attempt(() =>
      addBid(crewCenter, { pilotId: idOf(crewCenter, pilotId), schedule, aircraft: aircraft || null }),
    );
    if (failed !== null) return show(request, reply, failed.problem);
    await frame.audit(request, 'bid-add', pilotId, schedule);
    return reply.redirect('bids?done=added', 303);
  });
  scope.post<{ Params: { id: string } }>('/admin/bids/:id/remove', async (request, reply) => {
    const failed = await attempt(() => removeBid(crewCenter, request.params.id));
    if (failed !== null) return show(request, reply, failed.problem);
    await frame.audit(request, 'bid-remove', request.params.id, null);
    return reply.redirect('../../bids?done=removed', 303);
  });
}

/** Returns the id of the pilot with this id or ident. @throws Refusal `not-found` */
function idOf(crewCenter: CrewCenter, wanted: string): string {
  const found = listPilots(crewCenter).find(
    ({ pilot }) => pilot.id === wanted || pilot.ident.toLowerCase() === wanted.toLowerCase(),
  );
  if (found === undefined) throw new Refusal('not-found', { message: `Pilot: there is no pilot ${wanted}.` });
  return found.pilot.id;
}

/** Shows the page, with what is wrong with a form that was sent. */
function pageOf(frame: PageFrame, crewCenter: CrewCenter) {
  return (request: FastifyRequest, reply: FastifyReply, problem: string | null) => {
    const pilots = listPilots(crewCenter).map(({ pilot }) => pilot);
    const idents = new Map(pilots.map(({ id, ident }) => [id, ident]));
    const bids = listAllBids(crewCenter).map(({ pilotId, bid }) => ({
      ...bid,
      name: flightName(bid.plan),
      pilot: idents.get(pilotId) ?? pilotId,
    }));
    const schedules = listSchedules(crewCenter).filter(({ isActive }) => isActive);
    return showAdmin(frame, request, reply, {
      title: 'Bids',
      view: 'bids',
      section,
      data: {
        pilots: pilots.length <= maxChoices ? pilots : null,
        list: listPage(bids, request.query, shape),
        schedules: schedules.length <= maxChoices ? schedules : null,
      },
      done: doneOf(request, done),
      problem,
    });
  };
}
