import type { FastifyRequest } from 'fastify';
import { sendPieces } from '../../http/stream.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import type { OperatorScope } from '../views.ts';
import { visitorOf } from '../visitor/visitor.ts';

/** Registers the page on which the operator exports or erases what is kept of a pilot. */
export function registerPrivacy({ scope, parts, show }: OperatorScope): void {
  scope.get('/operator/privacy', async (request, reply) =>
    show(request, reply, {
      titleKey: 'privacy.title',
      view: 'operator/privacy',
      section: 'operator/privacy',
      data: { done: null, wishes: parts.wishes.erasures },
    }),
  );
  scope.post('/operator/privacy/export', async (request, reply) => {
    const ident = identOf(request);
    // Fails for an unknown pilot: before anything is sent.
    const pieces = await parts.exportPilot(ident);
    const entry = { actor: parts.access.actorOf(request), action: 'export-pilot', subject: ident, detail: null };
    await parts.records.saveAudit({ at: parts.clock.now(), ...entry });
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="pilot.json"')
      .header('cache-control', 'no-store');
    await sendPieces(reply, pieces, parts.onError);
    return reply;
  });
  scope.post('/operator/privacy/erase', async (request, reply) => {
    const ident = identOf(request);
    if ((formOf(request).get('again') ?? '').trim().toUpperCase() !== ident.toUpperCase())
      throw new Refusal('invalid', { message: visitorOf(request).wording.say('privacy.not-same') });
    const { erased, remains } = await parts.erasePilot(parts.access.actorOf(request), ident);
    return show(request, reply, {
      titleKey: 'privacy.title',
      view: 'operator/privacy',
      section: 'operator/privacy',
      data: {
        done: [erased, remains].filter((text) => text !== null).join(' '),
        wishes: parts.wishes.erasures,
      },
    });
  });
}

function identOf(request: FastifyRequest): string {
  const ident = (formOf(request).get('ident') ?? '').trim();
  if (ident === '') throw new Refusal('invalid', { message: visitorOf(request).wording.say('privacy.no-ident') });
  return ident;
}
