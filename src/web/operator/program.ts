import type { FastifyRequest } from 'fastify';
import { table } from '../../lib/table.ts';
import { formOf } from '../access/guard.ts';
import type { TextKey } from '../browser/wording.js';
import type { OperatorScope } from '../views.ts';
import { saidOf } from '../visitor/visitor.ts';

const doneTexts = table<TextKey>({
  updated: 'program.updated',
  returned: 'program.returned',
});

function doneText(request: FastifyRequest): string | null {
  const { done } = request.query as { done?: unknown };
  return saidOf(request, typeof done === 'string' ? doneTexts[done] : undefined);
}

/** Registers the page that updates the program from what was uploaded into the site's folder, and returns to the one before. */
export function registerProgram({ scope, parts, show }: OperatorScope): void {
  const { programs } = parts;
  if (programs === null) return;
  scope.get('/operator/program', async (request, reply) =>
    show(request, reply, {
      titleKey: 'program.title',
      view: 'operator/program',
      section: 'operator/program',
      data: { state: await programs.readProgram(), done: doneText(request) },
    }),
  );
  scope.post('/operator/program/update', async (request, reply) => {
    await programs.updateProgram(parts.access.actorOf(request), null);
    return reply.redirect('../program?done=updated', 303);
  });
  scope.post('/operator/program/return', async (request, reply) => {
    await programs.returnProgram(parts.access.actorOf(request), formOf(request).get('loses') === 'yes');
    return reply.redirect('../program?done=returned', 303);
  });
}
