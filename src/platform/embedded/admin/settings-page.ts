import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFrame } from '../../../lib/page-frame.ts';
import { newToken } from '../../../lib/tokens.ts';
import type { CrewCenter } from '../crew-center.ts';
import { type TrackerSetting, trackerSettings } from '../settings.ts';
import { readTrackerConfig, writeTrackerConfig } from '../tracker-config.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/settings';
const done = {
  saved: 'Saved. The changes are in force within 5 seconds.',
  'token-removed': 'The client token is removed, and no longer asked for.',
};
/** The token has its own form: only its hash is kept, so there is nothing to edit. */
const edited = trackerSettings.filter(({ name }) => name !== 'client_token_hash');

/** Every setting of `tracker_config`, with what it does, its unit, its bounds and its default. */
export function registerSettings(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  scope.get('/admin/settings', async (request, reply) => show(request, reply, {}));
  scope.post('/admin/settings', async (request, reply) => {
    const form = frame.formOf(request);
    const changes = changesOf(form, readTrackerConfig(crewCenter));
    const failed = await attempt(() => writeTrackerConfig(crewCenter, changes));
    if (failed !== null) return show(request, reply, { ...failed, form });
    await frame.audit('settings', Object.keys(changes).join(', ') || 'nothing', null);
    return reply.redirect('settings?done=saved', 303);
  });
  scope.post('/admin/settings/client-token', async (request, reply) => {
    frame.formOf(request);
    const token = newToken();
    await writeTrackerConfig(crewCenter, { client_token: token });
    await frame.audit('client-token', 'generated', null);
    return show(request, reply, { token });
  });
  scope.post('/admin/settings/client-token/remove', async (request, reply) => {
    frame.formOf(request);
    await writeTrackerConfig(crewCenter, { client_token_hash: '', client_token_required: 'false' });
    await frame.audit('client-token', 'removed', null);
    return reply.redirect('../../settings?done=token-removed', 303);
  });

  interface Shown {
    readonly problem?: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly form?: URLSearchParams;
    readonly token?: string;
  }

  function show(request: FastifyRequest, reply: FastifyReply, { problem, fields = {}, form, token }: Shown) {
    const config = readTrackerConfig(crewCenter);
    const settings = edited.map(({ name, summary, unit, bounds, default: standard }) => ({
      ...{ name, summary, unit, bounds, standard },
      kind: kindOf(name, standard),
      value: form?.get(name) ?? config[name],
      problem: fields[name] ?? null,
    }));
    return showAdmin(frame, request, reply, {
      title: 'Tracker settings',
      view: 'settings',
      section,
      data: { settings, hasToken: config.client_token_hash !== '', token: token ?? null },
      done: doneOf(request, done),
      problem: problem ?? null,
    });
  }
}

/** Only what differs, so that the audit log says what was changed. */
function changesOf(form: URLSearchParams, config: Readonly<Record<string, string>>): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const { name } of edited) {
    const value = form.get(name);
    if (value !== null && value.trim() !== config[name]) changes[name] = value;
  }
  return changes;
}

function kindOf(name: TrackerSetting['name'], standard: string): 'flag' | 'number' | 'url' | 'text' {
  if (standard === 'true' || standard === 'false') return 'flag';
  if (/^\d+$/.test(standard)) return 'number';
  return name.endsWith('_url') ? 'url' : 'text';
}
