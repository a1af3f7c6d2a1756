import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ListShape, listPage } from '../../../lib/lists/list.ts';
import { Secret } from '../../../lib/secret.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { listAirlines } from '../fleet-admin.ts';
import { addPilot, listPilots, type PilotListing, setPassword } from '../pilot-admin.ts';
import { givenStandings, setStanding } from '../pilot-standing.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/pilots';
const done = {
  password: 'The password was changed. The pilot’s clients must log in again within a minute.',
  standing: 'The standing was changed.',
};

const shape: ListShape<PilotListing> = {
  words: ({ pilot, email, rank }) => [pilot.name, pilot.ident, email, rank, pilot.standing, pilot.currentAirport],
  sorts: {
    // Pilots waiting for approval first, then all others by ident.
    attention: { title: 'Pending first', by: ({ pilot }) => (pilot.standing === 'pending' ? 0 : 1) },
    ident: { title: 'Ident', by: ({ pilot }) => pilot.ident },
    name: { title: 'Name', by: ({ pilot }) => pilot.name },
    flights: { title: 'Most flights', by: ({ flights }) => flights, isDescending: true },
  },
};

/** Registers the page that lists and adds pilots, and sets their standing and password. */
export function registerPilots(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  scope.get('/admin/pilots', async (request, reply) => show(request, reply, {}));
  scope.post('/admin/pilots', async (request, reply) => {
    const form = frame.formOf(request);
    const field = (name: string) => (form.get(name) ?? '').trim();
    let apiKey: Secret | null = null;
    let ident = '';
    const failed = await attempt(async () => {
      const added = await addPilot(crewCenter, {
        name: field('name'),
        email: field('email'),
        password: new Secret(form.get('password') ?? ''),
        airline: null,
        homeAirport: field('home').toUpperCase() || null,
      });
      ({ apiKey } = added);
      ident = added.pilot.ident;
    });
    if (failed !== null) return show(request, reply, { ...failed, form });
    await frame.audit('pilot-add', ident, null);
    const key: Secret | null = apiKey;
    return show(request, reply, { added: { ident, apiKey: key === null ? '' : (key as Secret).reveal() } });
  });
  scope.post<{ Params: { id: string } }>('/admin/pilots/:id/standing', async (request, reply) => {
    const wanted = frame.formOf(request).get('standing') ?? '';
    const failed = await attempt(() => setStanding(crewCenter, request.params.id, wanted));
    if (failed !== null) return show(request, reply, failed);
    await frame.audit('pilot-standing', request.params.id, wanted);
    return reply.redirect('../../pilots?done=standing', 303);
  });
  scope.post<{ Params: { id: string } }>('/admin/pilots/:id/password', async (request, reply) => {
    const password = new Secret(frame.formOf(request).get('password') ?? '');
    const pilot = listPilots(crewCenter).find((each) => each.pilot.id === request.params.id);
    const failed = await attempt(() => setPassword(crewCenter, pilot?.email ?? '', password));
    if (failed !== null) return show(request, reply, failed);
    await frame.audit('pilot-password', request.params.id, null);
    return reply.redirect('../../pilots?done=password', 303);
  });

  interface Shown {
    readonly problem?: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly form?: URLSearchParams;
    readonly added?: { readonly ident: string; readonly apiKey: string };
  }

  function show(request: FastifyRequest, reply: FastifyReply, { problem, fields = {}, form, added }: Shown) {
    const typed = { name: form?.get('name') ?? '', email: form?.get('email') ?? '', home: form?.get('home') ?? '' };
    return showAdmin(frame, request, reply, {
      title: 'Pilots',
      view: 'pilots',
      section,
      data: {
        ...{
          list: listPage(listPilots(crewCenter), request.query, shape),
          hasAirline: listAirlines(crewCenter).length > 0,
        },
        ...{ standings: givenStandings, fields, typed, added: added ?? null },
      },
      done: doneOf(request, done),
      problem: problem ?? null,
    });
  }
}
