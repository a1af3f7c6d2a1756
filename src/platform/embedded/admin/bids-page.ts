import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TableList, tableKeys } from '../../../lib/lists/table-list.ts';
import type { PageFrame } from '../../pages.ts';
import { addBid, type BidListing, bidList, readBidListing } from '../bid-admin.ts';
import { removeBid } from '../bid-service.ts';
import type { CrewCenter } from '../crew-center.ts';
import { readList } from '../list-reading.ts';
import { pilotList, readPilotListing, requirePilotId } from '../pilot-admin.ts';
import { readSchedule, scheduleList } from '../schedules.ts';
import { type AdminList, registerExport } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/bids';
const done = { added: 'bids.added', removed: 'bids.removed' };
/** With more choices than this, the form has a text field instead of a list. */
const maxChoices = 500;

const bids: AdminList<BidListing> = {
  path: 'bids',
  table: bidList,
  read: readBidListing,
  columns: {
    id: ({ id }) => id,
    pilot: ({ pilot }) => pilot,
    flight: ({ name }) => name,
    departure: ({ plan }) => plan.departure.icao,
    arrival: ({ plan }) => plan.arrival.icao,
    registration: ({ plan }) => plan.aircraft?.registration ?? null,
    blocked: ({ blocked }) => blocked,
  },
};

/** Registers the page that lists, adds and removes bids. */
export function registerBids(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  const show = pageOf(frame, crewCenter);
  registerExport(frame, crewCenter, bids);
  scope.get('/admin/bids', async (request, reply) => show(request, reply, null));
  scope.post('/admin/bids', async (request, reply) => {
    const form = frame.formOf(request);
    const [pilotId = '', schedule = '', aircraft = ''] = ['pilot', 'schedule', 'aircraft'].map((name) =>
      (form.get(name) ?? '').trim(),
    );
    const failed = await attempt(frame.wordsOf(request), () =>
      addBid(crewCenter, { pilotId: requirePilotId(crewCenter, pilotId), schedule, aircraft: aircraft || null }),
    );
    if (failed !== null) return show(request, reply, failed.problem);
    await frame.audit(request, 'bid-add', pilotId, schedule);
    return reply.redirect('bids?done=added', 303);
  });
  scope.post<{ Params: { id: string } }>('/admin/bids/:id/remove', async (request, reply) => {
    const failed = await attempt(frame.wordsOf(request), () => removeBid(crewCenter, request.params.id));
    if (failed !== null) return show(request, reply, failed.problem);
    await frame.audit(request, 'bid-remove', request.params.id, null);
    return reply.redirect('../../bids?done=removed', 303);
  });
}

const activeSchedules = { ...scheduleList, where: `${scheduleList.where} AND f.active = 1` };

/** Returns what a list in the form offers; null when that is too much for one. */
function choices<T>(crewCenter: CrewCenter, table: TableList, read: (key: string) => T): readonly T[] | null {
  return crewCenter.read(() => {
    const keys = tableKeys((...asked) => crewCenter.all(...asked), table, { sort: 'ident' });
    return keys.length > maxChoices ? null : keys.map(read);
  });
}

/** Shows the page, with what is wrong with a form that was sent. */
function pageOf(frame: PageFrame, crewCenter: CrewCenter) {
  return (request: FastifyRequest, reply: FastifyReply, problem: string | null) => {
    const list = readList(crewCenter, bids, request.query);
    return showAdmin(frame, request, reply, {
      title: 'menu.bids',
      view: 'bids',
      section,
      data: {
        list,
        pilots: choices(crewCenter, pilotList, (id) => readPilotListing(crewCenter, id).pilot),
        schedules: choices(crewCenter, activeSchedules, (id) => readSchedule(crewCenter, id)),
      },
      done: doneOf(request, done),
      problem,
    });
  };
}
