import type { FastifyRequest } from 'fastify';
import { table } from '../../lib/table.ts';
import { formOf } from '../access/guard.ts';
import type { OperatorScope } from '../views.ts';

const doneTexts = table<string>({
  updated:
    'The program was unpacked. This server ends now, and the next request starts the new version; flights go on.',
  returned: 'This server ends now, and the next request starts the version of before; flights go on.',
});

function doneText({ query }: FastifyRequest): string | null {
  const { done } = query as { done?: unknown };
  return typeof done === 'string' && Object.hasOwn(doneTexts, done) ? (doneTexts[done] ?? null) : null;
}

/** Registers the page that updates the program from what was uploaded into the site's folder, and returns to the one before. */
export function registerProgram({ scope, parts, show }: OperatorScope): void {
  const { programs } = parts;
  if (programs === null) return;
  scope.get('/operator/program', async (request, reply) =>
    show(request, reply, {
      title: 'Program',
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
