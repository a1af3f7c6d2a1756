import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import type { OperatorScope } from '../views.ts';
import { visitorOf } from '../visitor/visitor.ts';

/** Registers the page that lists backups, makes one, and asks for one to be restored at the next start. */
export function registerBackups({ scope, parts, show }: OperatorScope): void {
  const { backups, records, clock } = parts;
  const audit = (request: FastifyRequest, action: string, subject: string) =>
    records.saveAudit({ at: clock.now(), actor: parts.access.actorOf(request), action, subject, detail: null });

  scope.get('/operator/backups', async (request, reply) =>
    show(request, reply, {
      titleKey: 'backups.title',
      view: 'operator/backups',
      section: 'operator/backups',
      data: { folder: backups.folder, list: backups.list(), requested: backups.readRequest() },
    }),
  );
  scope.post('/operator/backups/make', async (request, reply) => {
    await backups.make(parts.access.actorOf(request));
    await audit(request, 'backup', backups.folder ?? '');
    return reply.redirect('../backups', 303);
  });
  scope.post('/operator/backups/restore', async (request, reply) => {
    const name = formOf(request).get('name') || null;
    if (name !== null && !backups.list().some((each) => each.name === name))
      throw new Refusal('not-found', { message: visitorOf(request).wording.say('backups.no-such') });
    backups.saveRequest(name);
    await audit(request, name === null ? 'restore-withdrawn' : 'restore-requested', name ?? '');
    return reply.redirect('../backups', 303);
  });
}
