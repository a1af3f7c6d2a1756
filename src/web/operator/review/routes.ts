import type { FastifyReply, FastifyRequest } from 'fastify';
import { listPage } from '../../../lib/lists/list.ts';
import { table } from '../../../lib/table.ts';
import { type Flight, flightName } from '../../../tracking/model.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import { formOf } from '../../access/guard.ts';
import type { TextKey } from '../../browser/wording.js';
import type { OperatorScope } from '../../views.ts';
import { translate } from '../../visitor/sentences.ts';
import { refusedOf, saidOf, visitorOf } from '../../visitor/visitor.ts';
import { registerExport } from '../list-export.ts';
import { type DecisionName, Decisions, decisionNames } from './decisions.ts';
import { maxWaiting, readQueue, reviewQueue } from './queue.ts';
import type { FiledState, PirepState } from './review-host.ts';
import { flightPageFiles, ReviewPages } from './review-page.ts';

const maxComment = 1_000;
const section = 'operator/review';

type ReviewRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

const doneTexts = table<TextKey>({
  accept: 'review.done-accept',
  reject: 'review.done-reject',
  ask: 'review.done-ask',
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
    const note = typeof done === 'string' && sent.problem === null ? saidOf(request, doneTexts[done]) : null;
    return show(request, reply, {
      ...flightPageFiles,
      titleKey: 'review.of',
      titleValues: { flight: flightName(flight.plan) },
      view: 'operator/review/review',
      section,
      status: sent.status ?? 200,
      data: { ...data, done: note, problem: sent.problem, comment: sent.comment ?? data.review.suggested },
    });
  };
  registerExport(operator, reviewQueue, () => readQueue(reviewHost, records));
  scope.get('/operator/review', async (request, reply) => {
    const queue = await readQueue(reviewHost, records);
    return show(request, reply, {
      titleKey: 'review.title',
      view: 'operator/review/queue',
      scripts: ['review/main.js'],
      section,
      data: {
        list: listPage(queue, request.query, reviewQueue),
        first: queue[0] ?? null,
        maxWaiting,
        hasQueue: reviewHost.listPending !== undefined,
      },
    });
  });
  scope.get('/operator/review/:id', async (request: ReviewRequest, reply) =>
    showOne(request, reply, await requireFiled(operator, request), { problem: null }),
  );
  scope.post('/operator/review/:id/:decision', async (request: ReviewRequest, reply) => {
    const { id, decision } = request.params as { id: string; decision: string };
    if (!isDecision(decision)) return reply.callNotFound();
    const flight = await requireFiled(operator, request);
    const form = formOf(request);
    const comment = (form.get('comment') ?? '').trim().slice(0, maxComment);
    const refuse = (problem: string, status: number) => showOne(request, reply, flight, { problem, comment, status });
    const sent = decision === 'accept' && comment === pages.suggestedFor(flight) ? '' : comment;
    try {
      const wish = { decision, seen: stateOf(request), comment: sent, actor: parts.access.actorOf(request) };
      const outcome = await decisions.decide(flight, wish);
      const said = (sentence: string) => translate(visitorOf(request).wording, sentence);
      if (outcome.kind === 'already') return refuse(said(outcome.text), 409);
      if (outcome.problem !== null)
        return refuse(`${saidOf(request, doneTexts[decision])} ${said(outcome.problem)}`, 200);
    } catch (error) {
      const canMend = (['invalid', 'not-offered', 'crew-center-refused'] as const).some((code) =>
        isRefusal(error, code),
      );
      if (!canMend || !isRefusal(error)) throw error;
      return refuse(refusedOf(request, error), isRefusal(error, 'invalid') ? 422 : 409);
    }
    return reply.redirect(`../${encodeURIComponent(id)}?done=${decision}`, 303);
  });
}

function isDecision(text: string): text is DecisionName {
  return decisionNames.some((each) => each === text);
}

const filedStates: readonly FiledState[] = ['pending', 'accepted', 'rejected'];

/** @throws Refusal `invalid` for a form that does not say what its reviewer saw */
function stateOf(request: FastifyRequest): FiledState {
  const seen = filedStates.find((each: PirepState) => each === formOf(request).get('seen'));
  if (seen === undefined)
    throw new Refusal('invalid', { message: visitorOf(request).wording.say('review.load-again') });
  return seen;
}

/** @throws Refusal `flight-not-found` */
async function requireFiled({ parts }: OperatorScope, request: ReviewRequest): Promise<Flight> {
  const flight = await parts.records.readFlight({ flightId: request.params.id });
  if (flight?.receipt) return flight;
  throw new Refusal('flight-not-found', { message: visitorOf(request).wording.say('review.no-flight') });
}
