import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFrame } from '../../../lib/page-frame.ts';
import { addBid, listAllBids } from '../bid-admin.ts';
import { removeBid } from '../bid-removal.ts';
import type { CrewCenter } from '../crew-center.ts';
import { listPilots } from '../pilot-admin.ts';
import { listSchedules } from '../schedules.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/bids';
const done = { added: 'The bid is made.', removed: 'The bid is removed.' };
/** A longer list is no help in a form: then the schedule is typed. */
const mostChoices = 500;

/** Every pilot's bids, new ones, and their removal. */
export function registerBids(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  scope.get('/admin/bids', async (request, reply) => show(request, reply, null));
  scope.post('/admin/bids', async (request, reply) => {
    const form = frame.formOf(request);
    const [pilotId = '', schedule = '', aircraft = ''] = ['pilot', 'schedule', 'aircraft'].map((name) =>
      (form.get(name) ?? '').trim(),
    );
    const failed = await attempt(() => addBid(crewCenter, { pilotId, schedule, aircraft: aircraft || null }));
    if (failed !== null) return show(request, reply, failed.problem);
    await frame.audit('bid-add', pilotId, schedule);
    return reply.redirect('bids?done=added', 303);
  });
  scope.post<{ Params: { id: string } }>('/admin/bids/:id/remove', async (request, reply) => {
    const failed = await attempt(() => removeBid(crewCenter, request.params.id));
    if (failed !== null) return show(request, reply, failed.problem);
    await frame.audit('bid-remove', request.params.id, null);
    return reply.redirect('../../bids?done=removed', 303);
  });

  function show(request: FastifyRequest, reply: FastifyReply, problem: string | null) {
    const pilots = listPilots(crewCenter).map(({ pilot }) => pilot);
    const idents = new Map(pilots.map(({ id, ident }) => [id, ident]));
    const bids = listAllBids(crewCenter).map(({ pilotId, bid }) => ({ ...bid, pilot: idents.get(pilotId) ?? pilotId }));
    const schedules = listSchedules(crewCenter).filter(({ isActive }) => isActive);
    return showAdmin(frame, request, reply, {
      title: 'Bids',
      view: 'bids',
      section,
      data: { pilots, bids, schedules: schedules.length <= mostChoices ? schedules : null },
      done: doneOf(request, done),
      problem,
    });
  }
}
