import type { FastifyReply, FastifyRequest } from 'fastify';
import { table } from '../../../lib/table.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { type HostSetting, listHostSettings, writeHostSettings } from '../host-setting-admin.ts';
import { begin, changesOf, type SettingField, type SettingGroup, standardText, type Typed } from './setting-fields.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/rules';
const done = { saved: 'hostrules.saved' };
/** Keys of group titles by the prefix of a key, in display order. */
const groupTitles = table<string>({
  bids: 'hostrules.bids',
  flights: 'hostrules.flights',
  general: 'hostrules.general',
  pilots: 'hostrules.pilots',
  pireps: 'hostrules.pireps',
  acars: 'hostrules.acars',
});
const kinds = { boolean: 'flag', number: 'number', text: 'text' } as const;

/** Registers the page of the crew center's rules, each with its description, unit, range and default. */
export function registerRules(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  scope.get('/admin/rules', async (request, reply) => show(request, reply, {}));
  scope.post('/admin/rules', async (request, reply) => {
    const form = frame.formOf(request);
    const now = listHostSettings(crewCenter).map((each) => toField(each, {}));
    let changes: Record<string, string> = {};
    const failed = await attempt(frame.wordsOf(request), async () => {
      changes = changesOf(form, now, frame.wordsOf(request));
      await writeHostSettings(crewCenter, changes);
    });
    if (failed !== null) return show(request, reply, { ...failed, form });
    const detail = Object.entries(changes).map(([key, value]) => `${key} = ${value.trim()}`);
    await frame.audit(request, 'rules', Object.keys(changes).join(', ') || 'nothing', detail.join(', ') || null);
    return reply.redirect('rules?done=saved', 303);
  });

  function show(request: FastifyRequest, reply: FastifyReply, typed: Typed) {
    return showAdmin(frame, request, reply, {
      title: 'hostrules.title',
      view: 'rules',
      section,
      data: { groups: groupsOf(listHostSettings(crewCenter), typed) },
      done: doneOf(request, done),
      problem: typed.problem ?? null,
    });
  }
}

function groupsOf(settings: readonly HostSetting[], typed: Typed): readonly SettingGroup[] {
  const groups = Map.groupBy(settings, ({ key }) => key.split('.', 1)[0] ?? key);
  const order = Object.keys(groupTitles);
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, members]) => ({
      title: groupTitles[name] ?? name,
      settings: members.map((each) => toField(each, typed)),
    }));
}

function toField({ key, value, default: standard, type, rule }: HostSetting, typed: Typed): SettingField {
  const kind = rule.choices !== undefined ? 'choice' : rule.isLong === true ? 'lines' : kinds[type];
  return {
    name: key,
    title: rule.title,
    about: rule.about,
    kind,
    unit: rule.unit,
    choices: rule.choices ?? {},
    bounds: rule.bounds,
    ...begin(key, value, typed),
    standard: standardText(kind, standard),
    problem: typed.fields?.[key] ?? null,
  };
}
