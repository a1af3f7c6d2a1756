import type { FastifyRequest } from 'fastify';
import { numberOf, textOf } from '../../../lib/row.ts';
import { flightName } from '../../../tracking/model.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import type { FramedSession, PageFrame } from '../../pages.ts';
import { moveBid } from '../bid-admin.ts';
import { removeBid } from '../bid-service.ts';
import { listBids } from '../bids.ts';
import type { CrewCenter } from '../crew-center.ts';
import { readIdent, requirePilotId } from '../pilot-admin.ts';
import { addNote, listNotes, removeNote } from '../pilot-notes.ts';
import type { ShowEditing } from './edit-page.ts';
import { attempt } from './views.ts';

type PilotRequest = FastifyRequest<{ Params: { id: string; note: string; bid: string } }>;

/** @param ident - of the pilot @returns what was done, by its name in `pilotActs` */
type Work = (request: PilotRequest, form: URLSearchParams, ident: string) => Promise<keyof typeof pilotActs>;

/** Months that a pilot's page lists, the newest. */
const maxMonths = 12;

/** What the buttons of a pilot's page did, as keys of texts. */
export const pilotActs = {
  noted: 'beside.noted',
  forgotten: 'beside.forgotten',
  unbooked: 'bids.removed',
  moved: 'beside.moved',
  ended: 'beside.ended',
  gone: 'beside.gone',
};

/** Returns what the page of a pilot shows beside the form: flights by month, bids, notes of the staff, sessions. */
export async function readPilotBeside(frame: PageFrame, crewCenter: CrewCenter, pilotId: string) {
  const bids = crewCenter.read(() => listBids(crewCenter, pilotId));
  return {
    months: countByMonth(crewCenter, pilotId),
    ownBids: bids.map(({ id, plan, blocked }) => ({
      id,
      blocked,
      name: flightName(plan),
      way: `${plan.departure.icao} → ${plan.arrival.icao}`,
    })),
    notes: listNotes(crewCenter, pilotId),
    sessions: await sessionsOf(frame, pilotId),
  };
}

/** Registers the buttons of a pilot's page: notes of the staff, bids, and sessions ended one by one or all. */
export function registerPilotActs(frame: PageFrame, crewCenter: CrewCenter, show: ShowEditing): void {
  const act = (path: string, work: Work) =>
    frame.scope.post(`/admin/pilots/:id/${path}`, async (request: PilotRequest, reply) => {
      const form = frame.formOf(request);
      let done = '';
      const failed = await attempt(frame.wordsOf(request), async () => {
        // Refuses what is no pilot before anything is done.
        const ident = readIdent(crewCenter, request.params.id);
        done = await work(request, form, ident);
      });
      if (failed !== null) return show(request, reply, { ...failed, form });
      const up = '../'.repeat(path.split('/').length);
      return reply.redirect(`${up}${encodeURIComponent(request.params.id)}?done=${done}`, 303);
    });
  act('notes', async (request, form, ident) => {
    const note = { author: frame.actorOf(request), text: form.get('note') ?? '' };
    const isNew = await addNote(crewCenter, request.params.id, note);
    // Not what was noted: the audit log is read by more people.
    if (isNew) await frame.audit(request, 'pilot-note', ident, null);
    return 'noted';
  });
  act('notes/:note/remove', async (request, _form, ident) => {
    await removeNote(crewCenter, request.params.id, request.params.note);
    await frame.audit(request, 'pilot-note-remove', ident, null);
    return 'forgotten';
  });
  act('bids/:bid/remove', async (request, _form, ident) => {
    requireOwnBid(crewCenter, request);
    await removeBid(crewCenter, request.params.bid);
    await frame.audit(request, 'bid-remove', request.params.bid, ident);
    return 'unbooked';
  });
  act('bids/:bid/move', async (request, form, ident) => {
    requireOwnBid(crewCenter, request);
    const to = requirePilotId(crewCenter, (form.get('to') ?? '').trim());
    await moveBid(crewCenter, request.params.bid, to);
    const way = `${ident} → ${readIdent(crewCenter, to)}`;
    await frame.audit(request, 'bid-move', request.params.bid, way);
    return 'moved';
  });
  act('sessions', async (request, form) => {
    const count = await frame.endSessions(request, request.params.id, form.get('session') || undefined);
    return count === 0 ? 'gone' : 'ended';
  });
}

/** @throws Refusal `bid-not-found` for one of another pilot */
function requireOwnBid(crewCenter: CrewCenter, { params }: PilotRequest): void {
  const own = crewCenter.read(() => listBids(crewCenter, params.id));
  if (!own.some(({ id }) => id === params.bid))
    throw new Refusal('bid-not-found', { message: 'This bid does not exist any more.' });
}

/** Returns null while another server that has them does not answer. */
async function sessionsOf(frame: PageFrame, pilotId: string): Promise<readonly FramedSession[] | null> {
  try {
    return await frame.sessionsOf(pilotId);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** The newest months with accepted PIREPs of the pilot, which alone count among the pilot's flights and hours, each with how many and how many minutes. */
function countByMonth(crewCenter: CrewCenter, pilotId: string) {
  const rows = crewCenter.read(() =>
    crewCenter.all(
      `SELECT substr(coalesce(submitted_at, created_at), 1, 7) AS month, count(*) AS count,
         sum(coalesce(flight_time, 0)) AS minutes
       FROM pireps WHERE user_id = ? AND deleted_at IS NULL AND state = 2 GROUP BY 1 ORDER BY 1 DESC LIMIT ?`,
      Number(pilotId),
      maxMonths,
    ),
  );
  return rows.map((row) => ({
    month: textOf(row, 'month'),
    count: numberOf(row, 'count'),
    minutes: numberOf(row, 'minutes'),
  }));
}
