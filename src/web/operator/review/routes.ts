import type { FastifyReply, FastifyRequest } from 'fastify';
import { table } from '../../../lib/table.ts';
import { type Flight, flightName } from '../../../tracking/model.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import { formOf } from '../../access/guard.ts';
import type { OperatorScope } from '../../views.ts';
import { type DecisionName, Decisions, decisionNames } from './decisions.ts';
import { maxWaiting, readQueue } from './queue.ts';
import type { FiledState, PirepState } from './review-host.ts';
import { flightPageFiles, ReviewPages } from './review-page.ts';

const maxComment = 1_000;
const section = 'operator/review';

type ReviewRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

const doneTexts = table<string>({
  accept: 'Accepted. The flight counts for its pilot.',
  reject: 'Rejected. The flight does not count.',
  ask: 'The pilot was asked. The PIREP waits until you decide.',
});

/** What a page shows of a form that was sent, and what of it cannot be done. */
interface Sent {
  readonly problem: string | null;
  readonly comment?: string;
  readonly status?: number;
}

/** Registers the queue of PIREPs that wait for the staff, and one page for each on which it is decided by one key. */
export function registerReview(operator: OperatorScope): void {
  const { scope, parts, show } = operator;
  const { records, reviewHost, clock } = parts;
  const decisions = new Decisions({ host: reviewHost, records, clock });
  const pages = new ReviewPages(parts);
  const showOne = async (request: ReviewRequest, reply: FastifyReply, flight: Flight, sent: Sent) => {
    const state = await decisions.stateOf(flight);
    const data = await pages.dataOf(request, flight, state);
    const { done } = request.query;
    const note = typeof done === 'string' && sent.problem === null ? (doneTexts[done] ?? null) : null;
    return show(request, reply, {
      ...flightPageFiles,
      title: `Review ${flightName(flight.plan)}`,
      view: 'operator/review/review',
      section,
      status: sent.status ?? 200,
      data: { ...data, done: note, problem: sent.problem, comment: sent.comment ?? data.review.suggested },
    });
  };
  scope.get('/operator/review', async (request, reply) =>
    show(request, reply, {
      title: 'Review',
      view: 'operator/review/queue',
      scripts: ['review/main.js'],
      section,
      data: {
        queue: await readQueue(reviewHost, records),
        maxWaiting,
        hasQueue: reviewHost.listPending !== undefined,
      },
    }),
  );
  scope.get('/operator/review/:id', async (request: ReviewRequest, reply) =>
    showOne(request, reply, await requireFiled(operator, request.params.id), { problem: null }),
  );
  scope.post('/operator/review/:id/:decision', async (request: ReviewRequest, reply) => {
    const { id, decision } = request.params as { id: string; decision: string };
    if (!isDecision(decision)) return reply.callNotFound();
    const flight = await requireFiled(operator, id);
    const form = formOf(request);
    const comment = (form.get('comment') ?? '').trim().slice(0, maxComment);
    const refuse = (problem: string, status: number) => showOne(request, reply, flight, { problem, comment, status });
    const sent = decision === 'accept' && comment === pages.suggestedFor(flight) ? '' : comment;
    try {
      const wish = { decision, seen: stateOf(form), comment: sent, actor: parts.access.actorOf(request) };
      const outcome = await decisions.decide(flight, wish);
      if (outcome.kind === 'already') return refuse(outcome.text, 409);
      if (outcome.problem !== null) return refuse(`${doneTexts[decision]} ${outcome.problem}`, 200);
    } catch (error) {
      const canMend = (['invalid', 'not-offered', 'crew-center-refused'] as const).some((code) =>
        isRefusal(error, code),
      );
      if (!canMend || !isRefusal(error)) throw error;
      return refuse(error.detail.message, isRefusal(error, 'invalid') ? 422 : 409);
    }
    return reply.redirect(`../${encodeURIComponent(id)}?done=${decision}`, 303);
  });
}

function isDecision(text: string): text is DecisionName {
  return decisionNames.some((each) => each === text);
}

const filedStates: readonly FiledState[] = ['pending', 'accepted', 'rejected'];

/** @throws Refusal `invalid` for a form that does not say what its reviewer saw */
function stateOf(form: URLSearchParams): FiledState {
  const seen = filedStates.find((each: PirepState) => each === form.get('seen'));
  if (seen === undefined) throw new Refusal('invalid', { message: 'Load the page again before you decide.' });
  return seen;
}

/** @throws Refusal `flight-not-found` */
async function requireFiled({ parts }: OperatorScope, flightId: string): Promise<Flight> {
  const flight = await parts.records.readFlight({ flightId });
  if (flight?.receipt) return flight;
  throw new Refusal('flight-not-found', { message: 'There is no filed flight at this address.' });
}
