import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secret } from '../../../lib/secret.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { listAirlines } from '../fleet-admin.ts';
import { pilotImports } from '../imports/pilots.ts';
import { makeResetLink } from '../join/password-reset.ts';
import { readList } from '../list-reading.ts';
import { addPilot, type PilotListing, pilotList, readIdent, readPilotListing, setPassword } from '../pilot-admin.ts';
import { countPapers, editPilot, noPilotEdit, readNetworkIds, removePilot } from '../pilot-changes.ts';
import { renewApiKey } from '../pilot-keys.ts';
import { givenStandings, setStanding } from '../pilot-standing.ts';
import { setPublicName } from '../public-names.ts';
import { type EditField, type EditPage, registerEditing } from './edit-page.ts';
import { registerImport } from './import-page.ts';
import { pilotActs, readPilotBeside, registerPilotActs } from './pilot-acts.ts';
import { type AdminList, registerExport, selectedIds } from './table.ts';
import { attempt, attemptEach, doneOf, showAdmin } from './views.ts';

const section = 'admin/pilots';
const done = {
  edited: 'crew.edited',
  removed: 'crew.removed',
  password: 'crew.password',
  standing: 'crew.standing',
  named: 'crew.named',
  unnamed: 'crew.unnamed',
};

const pilots: AdminList<PilotListing> = {
  path: 'pilots',
  table: pilotList,
  read: readPilotListing,
  columns: {
    ident: ({ pilot }) => pilot.ident,
    name: ({ pilot }) => pilot.name,
    email: ({ email }) => email,
    airline: ({ pilot }) => pilot.airlineIcao,
    rank: ({ rank }) => rank,
    standing: ({ pilot }) => pilot.standing,
    home: ({ pilot }) => pilot.homeAirport,
    at: ({ pilot }) => pilot.currentAirport,
    flights: ({ flights }) => flights,
    flight_time_min: ({ flightTimeMin }) => flightTimeMin,
    named_in_posts: ({ showsName }) => (showsName ? 'yes' : 'no'),
  },
};

/** Registers the page that lists and adds pilots, and sets their standing and password. */
export function registerPilots(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  const show = pageOf(frame, crewCenter);
  registerSecrets(frame, crewCenter, show);
  registerExport(frame, crewCenter, pilots);
  registerPilotActs(frame, crewCenter, registerEditing(frame, pilotPage(frame, crewCenter)));
  registerImport(frame, crewCenter, {
    kind: pilotImports,
    path: 'pilots',
    title: 'imports.pilots',
    about: 'imports.pilots-about',
  });
  registerMany(frame, crewCenter, show);
  scope.get('/admin/pilots', async (request, reply) => show(request, reply, {}));
  scope.post('/admin/pilots', async (request, reply) => {
    const form = frame.formOf(request);
    let added: Added | null = null;
    const failed = await attempt(frame.wordsOf(request), async () => {
      added = await addFromForm(crewCenter, form);
    });
    if (failed !== null || added === null) return show(request, reply, { ...failed, form });
    await frame.audit(request, 'pilot-add', (added as Added).ident, null);
    return show(request, reply, { added });
  });
  scope.post<{ Params: { id: string } }>('/admin/pilots/:id/standing', async (request, reply) => {
    const wanted = frame.formOf(request).get('standing') ?? '';
    const failed = await attempt(frame.wordsOf(request), () => setStanding(crewCenter, request.params.id, wanted));
    if (failed !== null) return show(request, reply, failed);
    await frame.audit(request, 'pilot-standing', readIdent(crewCenter, request.params.id), wanted);
    return reply.redirect('../../pilots?done=standing', 303);
  });
  scope.post<{ Params: { id: string } }>('/admin/pilots/:id/public-name', async (request, reply) => {
    const isNamed = frame.formOf(request).get('named') === 'yes';
    const failed = await attempt(frame.wordsOf(request), () => setPublicName(crewCenter, request.params.id, isNamed));
    if (failed !== null) return show(request, reply, failed);
    await frame.audit(request, 'pilot-public-name', readIdent(crewCenter, request.params.id), isNamed ? 'yes' : 'no');
    return reply.redirect(`../../pilots?done=${isNamed ? 'named' : 'unnamed'}`, 303);
  });
}

/** Registers the form that gives many pilots another standing or location at once. */
function registerMany(frame: PageFrame, crewCenter: CrewCenter, show: Show): void {
  frame.scope.post('/admin/pilots/many', async (request, reply) => {
    const form = frame.formOf(request);
    const [standing, currentAirport] = [form.get('standing')?.trim() || null, form.get('at')?.trim() || null];
    const isEmpty = standing === null && currentAirport === null;
    const words = frame.wordsOf(request);
    const { done: count, problem } = isEmpty
      ? { done: 0, problem: words.say('crew.no-change') }
      : await attemptEach(words, selectedIds(form), async (id) => {
          const { pilot, email } = readEditable(crewCenter, id);
          await editPilot(crewCenter, email, { ...noPilotEdit, standing, currentAirport });
          const changed = [standing === null ? [] : 'standing', currentAirport === null ? [] : 'at'].flat();
          await frame.audit(request, 'pilot-edit', pilot.ident, changed.join(', '));
        });
    return show(request, reply, { ...(problem === null ? {} : { problem }), changed: count });
  });
}

/** Registers the buttons that give a pilot another password, or a link to set one, or a new API key, which the answer shows once. */
function registerSecrets(frame: PageFrame, crewCenter: CrewCenter, show: Show): void {
  frame.scope.post<{ Params: { id: string } }>('/admin/pilots/:id/password', async (request, reply) => {
    const password = new Secret(frame.formOf(request).get('password') ?? '');
    const failed = await attempt(frame.wordsOf(request), async () =>
      setPassword(crewCenter, readPilotListing(crewCenter, request.params.id).email, password),
    );
    if (failed !== null) return show(request, reply, failed);
    await frame.audit(request, 'pilot-password', readIdent(crewCenter, request.params.id), null);
    return reply.redirect('../../pilots?done=password', 303);
  });
  frame.scope.post<{ Params: { id: string } }>('/admin/pilots/:id/reset-link', async (request, reply) => {
    frame.formOf(request);
    const { email } = readEditable(crewCenter, request.params.id);
    const made = await makeResetLink(crewCenter, email);
    if (made === null) throw new Refusal('not-found', { message: 'This pilot does not exist. Reload the list.' });
    await frame.audit(request, 'pilot-reset-link', made.pilot.ident, null);
    const url = frame.addressOf(request, `password/new?key=${made.key.reveal()}`);
    return show(request, reply, { link: { ident: made.pilot.ident, url } });
  });
  frame.scope.post<{ Params: { id: string } }>('/admin/pilots/:id/key', async (request, reply) => {
    frame.formOf(request);
    let renewed: Added | null = null;
    const failed = await attempt(frame.wordsOf(request), async () => {
      const { pilot: owner, apiKey } = await renewApiKey(
        crewCenter,
        readPilotListing(crewCenter, request.params.id).email,
      );
      renewed = { ident: owner.ident, apiKey: apiKey.reveal(), isNew: false };
    });
    if (failed !== null || renewed === null) return show(request, reply, { ...failed });
    await frame.audit(request, 'pilot-key', readIdent(crewCenter, request.params.id), null);
    return show(request, reply, { added: renewed });
  });
}

const standingChoices = givenStandings.map((standing) => [standing, `standing.${standing}`] as const);

const fields: readonly EditField[] = [
  { name: 'name', label: 'field.name' },
  { name: 'email', label: 'field.email', hint: 'hint.login' },
  { name: 'airline', label: 'field.airline', hint: 'hint.airline-ident' },
  { name: 'rank', label: 'field.rank' },
  { name: 'homeAirport', label: 'field.home-airport', hint: 'hint.code' },
  { name: 'currentAirport', label: 'field.location', hint: 'hint.code' },
  { name: 'standing', label: 'field.standing', choices: standingChoices },
  { name: 'vatsim', label: 'VATSIM', hint: 'hint.member' },
  { name: 'ivao', label: 'IVAO', hint: 'hint.member' },
];

function pilotPage(frame: PageFrame, crewCenter: CrewCenter): EditPage {
  return {
    path: 'pilots',
    what: 'pilot',
    fields,
    aboutRemoval: 'crew.about-removal',
    read(id) {
      const listing = readEditable(crewCenter, id);
      const { pilot, email, rank } = listing;
      const { name, ident, airlineIcao, homeAirport, currentAirport, standing } = pilot;
      const numbers = readNetworkIds(crewCenter, id);
      return {
        title: `${ident} ${name}`,
        subject: ident,
        values: {
          ...numbers,
          name,
          email,
          airline: airlineIcao ?? '',
          rank: rank ?? '',
          homeAirport: homeAirport ?? '',
          currentAirport: currentAirport ?? '',
          standing,
        },
        beside: { view: 'pilot-beside', data: { ...listing, ...countPapers(crewCenter, id) } },
      };
    },
    readBeside: (id) => readPilotBeside(frame, crewCenter, id),
    done: pilotActs,
    save: (id, changes) => editPilot(crewCenter, readEditable(crewCenter, id).email, { ...noPilotEdit, ...changes }),
    remove: (id) => removePilot(crewCenter, readEditable(crewCenter, id).email),
  };
}

/** @throws Refusal `not-found`, also for an account that was removed */
function readEditable(crewCenter: CrewCenter, id: string): PilotListing {
  const listing = readPilotListing(crewCenter, id);
  if (listing.pilot.standing !== 'deleted') return listing;
  throw new Refusal('not-found', { message: `${listing.pilot.ident} was removed.` });
}

type Show = ReturnType<typeof pageOf>;

interface Added {
  /** Whether the pilot was added now; else only the key is new. */
  readonly isNew: boolean;
  readonly ident: string;
  /** Shown once. */
  readonly apiKey: string;
}

async function addFromForm(crewCenter: CrewCenter, form: URLSearchParams): Promise<Added> {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const { pilot, apiKey } = await addPilot(crewCenter, {
    name: field('name'),
    email: field('email'),
    password: new Secret(form.get('password') ?? ''),
    airline: null,
    homeAirport: field('home').toUpperCase() || null,
  });
  return { ident: pilot.ident, apiKey: apiKey.reveal(), isNew: true };
}

interface Shown {
  readonly problem?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly form?: URLSearchParams;
  readonly added?: Added;
  /** A link with which this pilot sets a password. */
  readonly link?: { readonly ident: string; readonly url: string };
  /** Number of pilots that were changed at once. */
  readonly changed?: number;
}

/** Shows the page, with what was typed and what is wrong with it, or the pilot who was added. */
function pageOf(frame: PageFrame, crewCenter: CrewCenter) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { problem, fields = {}, form, added, link, changed = 0 }: Shown,
  ) => {
    const typed = { name: form?.get('name') ?? '', email: form?.get('email') ?? '', home: form?.get('home') ?? '' };
    return showAdmin(frame, request, reply, {
      title: 'menu.pilots',
      view: 'pilots',
      section,
      data: {
        list: readList(crewCenter, pilots, request.query),
        hasAirline: listAirlines(crewCenter).length > 0,
        standings: standingChoices,
        fields,
        typed,
        added: added ?? null,
        link: link ?? null,
      },
      done: changed > 0 ? frame.wordsOf(request).say('crew.changed-many', { count: changed }) : doneOf(request, done),
      problem: problem ?? null,
    });
  };
}
