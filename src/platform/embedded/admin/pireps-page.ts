import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ListShape, listPage } from '../../../lib/lists/list.ts';
import { table } from '../../../lib/table.ts';
import type { PageFrame } from '../../pages.ts';
import type { HostPirep } from '../../port.ts';
import type { CrewCenter } from '../crew-center.ts';
import {
  acceptPirep,
  countPireps,
  listPireps,
  type PirepListing,
  readPirepListing,
  rejectPirep,
} from '../pirep-admin.ts';
import { commentPirep, listComments } from '../pirep-comments.ts';
import { readPirepDetails } from '../pirep-details.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/pireps';
const states: readonly HostPirep['state'][] = ['pending', 'accepted', 'rejected', 'open', 'cancelled'];
const maxComment = 1_000;
/** Maximum number of PIREPs listed, the newest; the page says when there are more. */
const maxListed = 5_000;
const newest = ({ submittedAt, createdAt }: PirepListing) => submittedAt ?? createdAt;

const rank = { pending: 0, accepted: 1, rejected: 1, open: 2, cancelled: 3 } as const;

const shape: ListShape<PirepListing> = {
  words: ({ name, ident, id, pilot, departure, arrival, registration, state }) => [
    name,
    ident,
    id,
    pilot.name,
    pilot.ident,
    departure,
    arrival,
    registration,
    state,
  ],
  sorts: {
    // PIREPs waiting for a decision first, then filed ones, then those in progress.
    attention: { title: 'Pending first', by: ({ state }) => rank[state] },
    newest: { title: 'Newest', by: newest, isDescending: true },
    flight: { title: 'Flight', by: ({ name }) => name },
    pilot: { title: 'Pilot', by: ({ pilot }) => pilot.ident },
    landing: { title: 'Hardest landing', by: ({ landingRateFpm }) => landingRateFpm },
  },
};

type PirepRequest = FastifyRequest<{ Params: { id: string } }>;

const decisions = table<(crewCenter: CrewCenter, id: string) => Promise<unknown>>({
  accept: acceptPirep,
  reject: rejectPirep,
  comment: async () => undefined,
});

const done = {
  accept: 'The PIREP was accepted. The flight counts for its pilot.',
  reject: 'The PIREP was rejected. The flight does not count.',
  comment: 'The comment was added.',
};

/** Registers the list of PIREPs by state, and the page on which one is accepted or rejected with a comment. */
export function registerPireps(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  const showOne = pageOfOne(frame, crewCenter);
  scope.get<{ Querystring: { state?: unknown } }>('/admin/pireps', async (request, reply) => {
    const state = states.find((each) => each === request.query.state);
    const list = listPage(listPireps(crewCenter, { state, limit: maxListed }), request.query, shape);
    const data = { list, states, state: state ?? null, count: countPireps(crewCenter, state) };
    return showAdmin(frame, request, reply, { title: 'PIREPs', view: 'pireps', section, data });
  });
  scope.get('/admin/pireps/:id', async (request: PirepRequest, reply) => showOne(request, reply, null));
  scope.post('/admin/pireps/:id/:decision', async (request: PirepRequest, reply) => {
    const { id, decision } = request.params as { id: string; decision: string };
    const decide = Object.hasOwn(decisions, decision) ? decisions[decision] : undefined;
    if (decide === undefined) return reply.callNotFound();
    const comment = (frame.formOf(request).get('comment') ?? '').trim().slice(0, maxComment);
    if (comment === '' && decision !== 'accept')
      return showOne(request, reply, 'Comment: enter a reason for the pilot.');
    const failed = await attempt(async () => {
      await decide(crewCenter, id);
      if (comment !== '') await commentPirep(crewCenter, id, comment);
    });
    if (failed !== null) return showOne(request, reply, failed.problem);
    await frame.audit(request, `pirep-${decision}`, id, comment || null);
    return reply.redirect(`../${encodeURIComponent(id)}?done=${decision}`, 303);
  });
}

/** Shows one PIREP, with what is wrong with a form that was sent. */
function pageOfOne(frame: PageFrame, crewCenter: CrewCenter) {
  return async (request: PirepRequest, reply: FastifyReply, problem: string | null) => {
    const pirep = readPirepListing(crewCenter, request.params.id);
    const comments = listComments(crewCenter, pirep.id);
    return showAdmin(frame, request, reply, {
      title: `PIREP ${pirep.name}`,
      view: 'pirep',
      section,
      data: {
        pirep,
        comments,
        details: readPirepDetails(crewCenter, pirep.id),
        flightId: await frame.flightOf(pirep.id),
      },
      done: doneOf(request, done),
      problem,
    });
  };
}
