import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFrame } from '../../../lib/page-frame.ts';
import type { HostPirep } from '../../port.ts';
import type { CrewCenter } from '../crew-center.ts';
import { acceptPirep, listPireps, readPirepListing, rejectPirep } from '../pirep-admin.ts';
import { commentPirep, listComments } from '../pirep-comments.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/pireps';
const states: readonly HostPirep['state'][] = ['pending', 'accepted', 'rejected', 'open', 'cancelled'];
const longestComment = 1_000;
type PirepRequest = FastifyRequest<{ Params: { id: string } }>;

const decisions: Readonly<Record<string, (crewCenter: CrewCenter, id: string) => Promise<unknown>>> = {
  accept: acceptPirep,
  reject: rejectPirep,
  comment: async () => undefined,
};

const done = {
  accept: 'Accepted: the flight counts for its pilot.',
  reject: 'Rejected: the flight does not count.',
  comment: 'The comment is added.',
};

/** PIREPs by state; one of them to accept or reject, with a comment that its pilot reads. */
export function registerPireps(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  scope.get<{ Querystring: { state?: unknown } }>('/admin/pireps', async (request, reply) => {
    const state = states.find((each) => each === request.query.state);
    const pireps = listPireps(crewCenter, { state, limit: 200 });
    const data = { pireps, states, state: state ?? null };
    return showAdmin(frame, request, reply, { title: 'PIREPs', view: 'pireps', section, data });
  });
  scope.get('/admin/pireps/:id', async (request: PirepRequest, reply) => showOne(request, reply, null));
  scope.post('/admin/pireps/:id/:decision', async (request: PirepRequest, reply) => {
    const { id, decision } = request.params as { id: string; decision: string };
    const decide = Object.hasOwn(decisions, decision) ? decisions[decision] : undefined;
    if (decide === undefined) return reply.callNotFound();
    const comment = (frame.formOf(request).get('comment') ?? '').trim().slice(0, longestComment);
    if (comment === '' && decision !== 'accept') return showOne(request, reply, 'Say why: the pilot reads it.');
    const failed = await attempt(async () => {
      await decide(crewCenter, id);
      if (comment !== '') await commentPirep(crewCenter, id, comment);
    });
    if (failed !== null) return showOne(request, reply, failed.problem);
    await frame.audit(`pirep-${decision}`, id, comment || null);
    return reply.redirect(`../${encodeURIComponent(id)}?done=${decision}`, 303);
  });

  function showOne(request: PirepRequest, reply: FastifyReply, problem: string | null) {
    const pirep = readPirepListing(crewCenter, request.params.id);
    const comments = listComments(crewCenter, pirep.id);
    return showAdmin(frame, request, reply, {
      title: `PIREP ${pirep.ident}`,
      view: 'pirep',
      section,
      data: { pirep, comments },
      done: doneOf(request, done),
      problem,
    });
  }
}
