import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { ManifestError } from '../modules/manifest.ts';
import { disableModule, enableModule, listModules } from '../modules/module-table.ts';
import { doneOf, showAdmin } from './views.ts';

const section = 'admin/addons';
const done = {
  enabled: 'addons.enabled',
  disabled: 'addons.disabled',
};

/** Registers the page of third-party modules: it lists them, and enables and disables them. */
export function registerAddons(frame: PageFrame, crewCenter: CrewCenter, folder: string): void {
  const { scope } = frame;
  scope.get('/admin/addons', async (request, reply) => show(request, reply, null));
  scope.post<{ Params: { name: string } }>('/admin/addons/:name/enable', async (request, reply) => {
    try {
      await enableModule(crewCenter, folder, request.params.name);
    } catch (error) {
      // A module's own migration may fail in any way; the error is shown, and the module stays disabled.
      if (!(error instanceof ManifestError) && !isSqlError(error)) throw error;
      const values = { name: request.params.name, problem: error.message };
      return show(request, reply, frame.wordsOf(request).say('addons.failed', values));
    }
    await frame.audit(request, 'module-enable', request.params.name, null);
    return reply.redirect('../../addons?done=enabled', 303);
  });
  scope.post<{ Params: { name: string } }>('/admin/addons/:name/disable', async (request, reply) => {
    const wasEnabled = await disableModule(crewCenter, request.params.name);
    const { name } = request.params;
    if (!wasEnabled) return show(request, reply, frame.wordsOf(request).say('addons.not-enabled', { name }));
    await frame.audit(request, 'module-disable', request.params.name, null);
    return reply.redirect('../../addons?done=disabled', 303);
  });

  function show(request: FastifyRequest, reply: FastifyReply, problem: string | null) {
    return showAdmin(frame, request, reply, {
      title: 'menu.addons',
      view: 'addons',
      section,
      data: { modules: listModules(crewCenter, folder), folder },
      done: doneOf(request, done),
      problem,
    });
  }
}

function isSqlError(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR';
}
