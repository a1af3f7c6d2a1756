import type { OperatorScope } from '../views.ts';

/** Registers the page with the findings of `tracker check`. */
export function registerChecks({ scope, parts, show }: OperatorScope): void {
  const { checks, clock } = parts;
  if (checks === null) return;
  scope.get('/operator/checks', async (request, reply) =>
    show(request, reply, {
      titleKey: 'checks.title',
      view: 'operator/checks',
      section: 'operator/checks',
      data: { last: checks.last, isRunning: checks.isRunning, now: clock.now() },
    }),
  );
  scope.post('/operator/checks/start', async (_request, reply) => {
    checks.start();
    return reply.redirect('../checks', 303);
  });
}
