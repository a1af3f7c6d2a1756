import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secret } from '../../../lib/secret.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { listAirlines } from '../fleet-admin.ts';
import { addPilot, type PilotListing, pilotList, readPilotListing, setPassword } from '../pilot-admin.ts';
import { renewApiKey } from '../pilot-keys.ts';
import { givenStandings, setStanding } from '../pilot-standing.ts';
import { setPublicName } from '../public-names.ts';
import { type AdminList, readList, registerExport } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/pilots';
const done = {
  password: 'The password was changed. The pilot’s clients must log in again within a minute.',
  standing: 'The standing was changed.',
  named: 'The pilot is named in public posts.',
  unnamed: 'The pilot is no longer named in public posts.',
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
  scope.get('/admin/pilots', async (request, reply) => show(request, reply, {}));
  scope.post('/admin/pilots', async (request, reply) => {
    const form = frame.formOf(request);
    let added: Added | null = null;
    const failed = await attempt(async () => {
      added = await addFromForm(crewCenter, form);
    });
    if (failed !== null || added === null) return show(request, reply, { ...failed, form });
    await frame.audit(request, 'pilot-add', (added as Added).ident, null);
    return show(request, reply, { added });
  });
  scope.post<{ Params: { id: string } }>('/admin/pilots/:id/standing', async (request, reply) => {
    const wanted = frame.formOf(request).get('standing') ?? '';
    const failed = await attempt(() => setStanding(crewCenter, request.params.id, wanted));
    if (failed !== null) return show(request, reply, failed);
    await frame.audit(request, 'pilot-standing', request.params.id, wanted);
    return reply.redirect('../../pilots?done=standing', 303);
  });
  scope.post<{ Params: { id: string } }>('/admin/pilots/:id/public-name', async (request, reply) => {
    const isNamed = frame.formOf(request).get('named') === 'yes';
    const failed = await attempt(() => setPublicName(crewCenter, request.params.id, isNamed));
    if (failed !== null) return show(request, reply, failed);
    await frame.audit(request, 'pilot-public-name', request.params.id, isNamed ? 'yes' : 'no');
    return reply.redirect(`../../pilots?done=${isNamed ? 'named' : 'unnamed'}`, 303);
  });
}

/** Registers the buttons that give a pilot another password, or a new API key, which the answer shows once. */
function registerSecrets(frame: PageFrame, crewCenter: CrewCenter, show: Show): void {
  frame.scope.post<{ Params: { id: string } }>('/admin/pilots/:id/password', async (request, reply) => {
    const password = new Secret(frame.formOf(request).get('password') ?? '');
    const failed = await attempt(async () =>
      setPassword(crewCenter, readPilotListing(crewCenter, request.params.id).email, password),
    );
    if (failed !== null) return show(request, reply, failed);
    await frame.audit(request, 'pilot-password', request.params.id, null);
    return reply.redirect('../../pilots?done=password', 303);
  });
  frame.scope.post<{ Params: { id: string } }>('/admin/pilots/:id/key', async (request, reply) => {
    frame.formOf(request);
    let renewed: Added | null = null;
    const failed = await attempt(async () => {
      const { pilot: owner, apiKey } = await renewApiKey(
        crewCenter,
        readPilotListing(crewCenter, request.params.id).email,
      );
      renewed = { ident: owner.ident, apiKey: apiKey.reveal(), isNew: false };
    });
    if (failed !== null || renewed === null) return show(request, reply, { ...failed });
    await frame.audit(request, 'pilot-key', request.params.id, null);
    return show(request, reply, { added: renewed });
  });
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
}

/** Shows the page, with what was typed and what is wrong with it, or the pilot who was added. */
function pageOf(frame: PageFrame, crewCenter: CrewCenter) {
  return (request: FastifyRequest, reply: FastifyReply, { problem, fields = {}, form, added }: Shown) => {
    const typed = { name: form?.get('name') ?? '', email: form?.get('email') ?? '', home: form?.get('home') ?? '' };
    return showAdmin(frame, request, reply, {
      title: 'Pilots',
      view: 'pilots',
      section,
      data: {
        list: readList(crewCenter, pilots, request.query),
        hasAirline: listAirlines(crewCenter).length > 0,
        standings: givenStandings,
        fields,
        typed,
        added: added ?? null,
      },
      done: doneOf(request, done),
      problem: problem ?? null,
    });
  };
}
