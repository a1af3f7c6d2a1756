import type { FastifyReply, FastifyRequest } from 'fastify';
import { table } from '../../../lib/table.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { PageFrame } from '../../pages.ts';
import type { FiledState } from '../../port.ts';
import type { CrewCenter } from '../crew-center.ts';
import { readList } from '../list-reading.ts';
import { decidePirep, type PirepListing, pirepList, readPirepListing } from '../pirep-admin.ts';
import { commentPirep, listComments } from '../pirep-comments.ts';
import { readPirepDetails } from '../pirep-details.ts';
import { correctionsOf, registerCorrecting, type SentCorrection } from './correcting-form.ts';
import { type AdminList, registerExport, selectedIds } from './table.ts';
import { attempt, attemptEach, doneOf, showAdmin } from './views.ts';

const section = 'admin/pireps';
const maxComment = 1_000;
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const pireps: AdminList<PirepListing> = {
  path: 'pireps',
  table: pirepList,
  read: readPirepListing,
  columns: {
    id: ({ id }) => id,
    flight: ({ name }) => name,
    state: ({ state }) => state,
    pilot: ({ pilot }) => pilot.ident,
    name: ({ pilot }) => pilot.name,
    departure: ({ departure }) => departure,
    arrival: ({ arrival }) => arrival,
    registration: ({ registration }) => registration,
    block_off: ({ blockOffAt }) => iso(blockOffAt),
    block_on: ({ blockOnAt }) => iso(blockOnAt),
    flight_time_min: ({ flightTimeMin }) => flightTimeMin,
    distance_nm: ({ distanceNm }) => distanceNm,
    fuel_used_lb: ({ fuelUsedLb }) => fuelUsedLb,
    landing_rate_fpm: ({ landingRateFpm }) => landingRateFpm,
    submitted: ({ submittedAt }) => iso(submittedAt),
  },
};

type PirepRequest = FastifyRequest<{ Params: { id: string } }>;

/** Each returns whether it did something: a form that was sent twice is one. */
const decisions = table<(crewCenter: CrewCenter, wish: Wish) => Promise<boolean>>({
  accept: (crewCenter, wish) => decideOne(crewCenter, 'accept', wish),
  reject: (crewCenter, wish) => decideOne(crewCenter, 'reject', wish),
  comment: addComment,
});

const done = {
  accept: 'pireps.accept',
  reject: 'pireps.reject',
  comment: 'pireps.commented',
  corrected: 'pireps.corrected',
};

const past = { accept: 'accepted', reject: 'rejected' } as const;

interface Wish {
  readonly id: string;
  readonly comment: string;
  /** States in which it is decided; one that somebody else decided meanwhile is left as it is. */
  readonly from: readonly FiledState[];
}

const filedStates = ['pending', 'accepted', 'rejected'] as const;

/** Returns the state that the sender of a form saw; any, where the form does not say. */
function seenStates(form: URLSearchParams, name: string): readonly FiledState[] {
  const seen = filedStates.filter((state) => state === form.get(name));
  return seen.length === 0 ? filedStates : seen;
}

/** @throws Refusal `crew-center-refused` when it is in another state; else as `decidePirep` */
async function decideOne(crewCenter: CrewCenter, decision: keyof typeof past, wish: Wish): Promise<true> {
  const { id, from } = wish;
  const { state: before } = readPirepListing(crewCenter, id);
  const isOther = filedStates.some((each) => each === before && !from.includes(each));
  const { state } = isOther ? { state: before } : await decidePirep(crewCenter, id, { decision, from });
  if (isOther || state !== past[decision])
    throw new Refusal('crew-center-refused', { message: `PIREP ${id} is already ${state}.` });
  await addComment(crewCenter, wish);
  return true;
}

async function addComment(crewCenter: CrewCenter, { id, comment }: Wish): Promise<boolean> {
  return comment !== '' && (await commentPirep(crewCenter, id, comment));
}

/** Registers the list of PIREPs by state, and the page on which one is accepted or rejected with a comment. */
export function registerPireps(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  const showOne = pageOfOne(frame, crewCenter);
  registerExport(frame, crewCenter, pireps);
  registerMany(frame, crewCenter);
  registerCorrecting(frame, crewCenter, (request, reply, sent) =>
    showOne(request, reply, { problem: sent.problem, correction: sent }),
  );
  scope.get('/admin/pireps', async (request, reply) => {
    const data = { list: readList(crewCenter, pireps, request.query) };
    return showAdmin(frame, request, reply, { title: 'menu.pireps', view: 'pireps', section, data });
  });
  scope.get('/admin/pireps/:id', async (request: PirepRequest, reply) => showOne(request, reply, { problem: null }));
  scope.post('/admin/pireps/:id/:decision', async (request: PirepRequest, reply) => {
    const { id, decision } = request.params as { id: string; decision: string };
    const decide = Object.hasOwn(decisions, decision) ? decisions[decision] : undefined;
    if (decide === undefined) return reply.callNotFound();
    const form = frame.formOf(request);
    const comment = (form.get('comment') ?? '').trim().slice(0, maxComment);
    if (comment === '' && decision !== 'accept')
      return showOne(request, reply, { problem: frame.wordsOf(request).say('pireps.no-comment') });
    let isNew = true;
    const failed = await attempt(frame.wordsOf(request), async () => {
      isNew = await decide(crewCenter, { id, comment, from: seenStates(form, 'seen') });
    });
    if (failed !== null) return showOne(request, reply, { problem: failed.problem, comment });
    if (isNew) await frame.audit(request, `pirep-${decision}`, id, comment || null);
    return reply.redirect(`../${encodeURIComponent(id)}?done=${decision}`, 303);
  });
}

/** Registers the form that accepts or rejects many PIREPs at once. */
function registerMany(frame: PageFrame, crewCenter: CrewCenter): void {
  frame.scope.post('/admin/pireps', async (request, reply) => {
    const form = frame.formOf(request);
    const decision = form.get('decision');
    if (decision !== 'accept' && decision !== 'reject') {
      const message = 'Decision: choose whether the PIREPs are accepted or rejected.';
      throw new Refusal('invalid', { message, fields: { decision: message } });
    }
    const comment = (form.get('comment') ?? '').trim().slice(0, maxComment);
    const fromOf = (id: string) =>
      form.get('all') === 'yes' ? (['pending'] as const) : seenStates(form, `seen-${id}`);
    const words = frame.wordsOf(request);
    const isUnsaid = decision === 'reject' && comment === '';
    const result = isUnsaid
      ? { done: 0, problem: words.say('pireps.no-comment-many') }
      : await attemptEach(words, selectedIds(form), async (id) => {
          await decideOne(crewCenter, decision, { id, comment, from: fromOf(id) });
          await frame.audit(request, `pirep-${decision}`, id, comment || null);
        });
    const data = { list: readList(crewCenter, pireps, request.query) };
    const said = { accept: 'pireps.accepted-many', reject: 'pireps.rejected-many' }[decision];
    const done = result.done === 0 ? null : words.say(said, { count: result.done });
    return showAdmin(frame, request, reply, {
      title: 'menu.pireps',
      view: 'pireps',
      section,
      data,
      done,
      problem: result.problem,
    });
  });
}

interface Shown {
  readonly problem: string | null;
  /** The form of corrections that was sent. */
  readonly correction?: SentCorrection;
  /** What was typed with a decision. */
  readonly comment?: string;
}

/** Shows one PIREP, with what is wrong with a form that was sent. */
function pageOfOne(frame: PageFrame, crewCenter: CrewCenter) {
  return async (request: PirepRequest, reply: FastifyReply, { problem, correction, comment = '' }: Shown) => {
    const pirep = readPirepListing(crewCenter, request.params.id);
    const comments = listComments(crewCenter, pirep.id);
    return showAdmin(frame, request, reply, {
      title: `PIREP ${pirep.name}`,
      view: 'pirep',
      section,
      data: {
        pirep,
        comment,
        comments,
        corrections: correctionsOf(crewCenter, pirep.id, correction ?? null, frame.wordsOf(request)),
        details: readPirepDetails(crewCenter, pirep.id),
        flightId: await frame.flightOf(pirep.id),
      },
      done: doneOf(request, done),
      problem,
    });
  };
}
