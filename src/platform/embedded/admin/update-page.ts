import type { PageFrame } from '../../pages.ts';
import type { Updates } from '../updates.ts';
import { showAdmin } from './views.ts';

/** Registers `/tracker/update`: lists pending migrations, applies them, and shows the progress. */
export function registerUpdate(frame: PageFrame, updates: Updates): void {
  const { scope } = frame;
  scope.get('/update', async (request, reply) => {
    // Refreshes the page without a script while an update is running.
    if (updates.isRunning) void reply.header('refresh', '1');
    return showAdmin(frame, request, reply, {
      title: 'menu.update',
      view: 'update',
      section: 'update',
      data: {
        steps: updates.steps(),
        isPending: updates.isPending,
        isRunning: updates.isRunning,
        lastRun: updates.lastRun,
      },
      problem:
        updates.problem === null ? null : frame.wordsOf(request).say('update.stopped', { problem: updates.problem }),
      status: 200,
    });
  });
  scope.post('/update', async (request, reply) => {
    // Progress and errors are shown on the page.
    void updates.run().catch(() => undefined);
    await frame.audit(request, 'update', 'crew center', null);
    return reply.redirect('update', 303);
  });
  scope.addHook('preHandler', async (request, reply) => {
    const isHere = /^\/tracker\/update\/?(\?|$)/.test(request.url);
    if (updates.isPending && !isHere) return reply.redirect(`${frame.rootOf(request)}update`, 303);
  });
}
