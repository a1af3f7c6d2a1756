import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '../../../lib/tokens.ts';
import type { OtherProgram, PageFrame } from '../../pages.ts';
import { type TrackerSettingName, trackerSetting, trackerSettingNames, trackerSettings } from '../../seven/settings.ts';
import type { CrewCenter } from '../crew-center.ts';
import { readTrackerConfig, type TrackerConfig, writeTrackerConfig } from '../settings.ts';
import { begin, changesOf, type SettingField, standardText, type Typed } from './setting-fields.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/settings';
const done = {
  saved: 'settings.saved',
  'token-removed': 'settings.token-removed',
};
/** The token's hash cannot be edited and has its own form. */
const names = trackerSettingNames.filter((name) => name !== 'client_token_hash');
/** Keys of the titles of groups. */
const groupTitles = {
  Airline: 'settings.of-airline',
  'Pilots and clients': 'settings.of-pilots',
  Server: 'settings.of-server',
} as const;
const groups = [...new Set(names.map((name) => trackerSettings[name].group))];

/** Registers the page of all settings in `tracker_config`, each with its description, unit, range and default. */
export function registerSettings(
  frame: PageFrame,
  crewCenter: CrewCenter,
  otherPrograms: readonly OtherProgram[],
): void {
  const { scope } = frame;
  const show = pageOf(frame, crewCenter, otherPrograms);
  scope.get('/admin/settings', async (request, reply) => show(request, reply, {}));
  scope.post('/admin/settings', async (request, reply) => {
    const form = frame.formOf(request);
    const config = readTrackerConfig(crewCenter);
    const now = names.map((name) => toField(name, config, {}));
    let changes: Record<string, string> = {};
    const failed = await attempt(frame.wordsOf(request), async () => {
      changes = changesOf(form, now, frame.wordsOf(request));
      await writeTrackerConfig(crewCenter, changes);
    });
    if (failed !== null) return show(request, reply, { ...failed, form });
    await frame.audit(request, 'settings', Object.keys(changes).join(', ') || 'nothing', null);
    return reply.redirect('settings?done=saved', 303);
  });
  scope.post('/admin/settings/client-token', async (request, reply) => {
    const token = newToken();
    await writeTrackerConfig(crewCenter, { client_token: token });
    await frame.audit(request, 'client-token', 'generated', null);
    return show(request, reply, { token });
  });
  scope.post('/admin/settings/client-token/remove', async (request, reply) => {
    await writeTrackerConfig(crewCenter, { client_token_hash: '', client_token_required: 'false' });
    await frame.audit(request, 'client-token', 'removed', null);
    return reply.redirect('../../settings?done=token-removed', 303);
  });
}

/** Shows the page, with what was typed and what is wrong with it, or a new token. */
function pageOf(frame: PageFrame, crewCenter: CrewCenter, otherPrograms: readonly OtherProgram[]) {
  return (request: FastifyRequest, reply: FastifyReply, typed: Typed & { readonly token?: string }) => {
    const config = readTrackerConfig(crewCenter);
    const { translate } = frame.wordsOf(request);
    return showAdmin(frame, request, reply, {
      title: 'menu.settings',
      view: 'settings',
      section,
      data: {
        groups: groups.map((group) => ({
          title: groupTitles[group],
          settings: names
            .filter((name) => trackerSettings[name].group === group)
            .map((name) => toField(name, config, typed)),
        })),
        hasToken: config.client_token_hash !== '',
        token: typed.token ?? null,
        programs: otherPrograms.map(({ name, path, where, refusedBecause }) => ({
          name: translate(name),
          where: translate(where),
          url: frame.siteOf(request) + path,
          refused: translate(refusedBecause({ clientTokenRequired: config.client_token_required === 'true' }) ?? ''),
        })),
      },
      done: doneOf(request, done),
      problem: typed.problem ?? null,
    });
  };
}

function toField(name: TrackerSettingName, config: TrackerConfig, typed: Typed): SettingField {
  const { title, summary, unit, bounds, default: standard, field: kind } = trackerSetting(name);
  return {
    name,
    title,
    about: summary,
    kind,
    unit,
    bounds,
    ...begin(name, config[name], typed),
    standard: standardText(kind, standard),
    problem: typed.fields?.[name] ?? null,
  };
}
