import type { PageFrame } from '../../pages.ts';
import type { Updates } from '../updates.ts';
import { showAdmin } from './views.ts';

/** `/tracker/update`: what is pending, applied on demand, with its progress. */
export function registerUpdate(frame: PageFrame, updates: Updates): void {
  const { scope } = frame;
  scope.get('/update', async (request, reply) => {
    // Without script the page asks again by itself while a run is under way.
    if (updates.isRunning) void reply.header('refresh', '1');
    return showAdmin(frame, request, reply, {
      title: 'Update',
      view: 'update',
      section: 'update',
      data: {
        steps: updates.steps(),
        isPending: updates.isPending,
        isRunning: updates.isRunning,
        lastRun: updates.lastRun,
      },
      problem: updates.problem === null ? null : `The update stopped: ${updates.problem}`,
      status: 200,
    });
  });
  scope.post('/update', async (_request, reply) => {
    // The page tells how it goes, and what went wrong.
    void updates.run().catch(() => undefined);
    await frame.audit('update', 'crew center', null);
    return reply.redirect('update', 303);
  });
  scope.addHook('preHandler', async (request, reply) => {
    const isHere = /^\/tracker\/update\/?(\?|$)/.test(request.url);
    if (updates.isPending && !isHere) return reply.redirect(`${frame.rootOf(request)}update`, 303);
  });
}
