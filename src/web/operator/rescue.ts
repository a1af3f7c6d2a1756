import { table } from '../../lib/table.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import type { WebParts } from '../parts.ts';
import type { OperatorScope } from '../views.ts';
import { visitorOf } from '../visitor/visitor.ts';

const maxReason = 300;

type Rescue = (parts: WebParts, actor: string, flightId: string, reason: string) => Promise<unknown>;

/** Ways to end a flight that its pilot cannot end. */
const rescues = table<Rescue>({
  release: ({ tracking }, actor, flightId, reason) => tracking.operator.releaseFlight(actor, flightId, reason),
  finish: ({ tracking }, actor, flightId, reason) => tracking.operator.finishFlight(actor, flightId, reason),
  cancel: ({ tracking }, actor, flightId, reason) => tracking.operator.cancelFlight(actor, flightId, reason),
});

/** Registers a page for each flight with the three ways to end it, each with a reason that is sent to the pilot's client. */
export function registerRescue({ scope, parts, show }: OperatorScope): void {
  scope.get<{ Params: { id: string } }>('/operator/flights/:id', async (request, reply) => {
    const view = await parts.tracking.operator.readFlight(request.params.id);
    if (view === null)
      throw new Refusal('flight-not-found', {
        message: visitorOf(request).wording.say('rescue.no-flight'),
      });
    return show(request, reply, {
      titleKey: 'rescue.title',
      titleValues: { flight: view.flight.plan.ident },
      view: 'operator/rescue',
      section: 'operator/in-progress',
      data: { view, now: parts.clock.now() },
    });
  });
  scope.post<{ Params: { id: string; rescue: string } }>('/operator/flights/:id/:rescue', async (request, reply) => {
    const form = formOf(request);
    const rescue = Object.hasOwn(rescues, request.params.rescue) ? rescues[request.params.rescue] : undefined;
    if (rescue === undefined) return reply.callNotFound();
    const reason = (form.get('reason') ?? '').trim().slice(0, maxReason);
    if (reason === '') {
      const message = visitorOf(request).wording.say('rescue.no-reason');
      throw new Refusal('invalid', { message, fields: { reason: message } });
    }
    await rescue(parts, parts.access.actorOf(request), request.params.id, reason);
    return reply.redirect(`../../../operator/in-progress?done=${request.params.rescue}`, 303);
  });
}
