import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFrame } from '../../pages.ts';
import { aircraftStatuses, editAircraft, noAircraftEdit, removeAircraft } from '../aircraft-changes.ts';
import type { CrewCenter } from '../crew-center.ts';
import {
  type AircraftListing,
  addAircraft,
  aircraftList,
  aircraftStatus,
  listAirlines,
  readAircraftListing,
} from '../fleet-admin.ts';
import { aircraftImports } from '../imports/aircraft.ts';
import { subfleetChoices } from '../kept/subfleets.ts';
import { readList } from '../list-reading.ts';
import { type EditField, type EditPage, registerEditing } from './edit-page.ts';
import { registerImport } from './import-page.ts';
import { type AdminList, registerExport } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/fleet';
const done = {
  edited: 'The aircraft was changed.',
  removed: 'The aircraft was removed.',
  aircraft: 'The aircraft was added.',
};

const fleet: AdminList<AircraftListing> = {
  path: 'fleet',
  table: aircraftList,
  read: readAircraftListing,
  columns: {
    registration: ({ registration }) => registration,
    type: ({ icao }) => icao,
    name: ({ name }) => name,
    at: ({ airport }) => airport,
    status: ({ status }) => aircraftStatus(status),
    flight_time_min: ({ flightTimeMin }) => flightTimeMin,
  },
};

const fieldsOf = (crewCenter: CrewCenter): readonly EditField[] => [
  { name: 'registration', label: 'Registration' },
  { name: 'type', label: 'Type', hint: 'ICAO code.' },
  { name: 'name', label: 'Model' },
  { name: 'subfleet', label: 'Subfleet', choices: subfleetChoices(crewCenter) },
  { name: 'airport', label: 'Location', hint: 'ICAO code.' },
  {
    name: 'status',
    label: 'Status',
    choices: Object.keys(aircraftStatuses),
    hint: 'Only active aircraft are offered to pilots.',
  },
];

function aircraftPage(crewCenter: CrewCenter): EditPage {
  const registrationOf = (id: string) => readAircraftListing(crewCenter, id).registration ?? '';
  return {
    path: 'fleet',
    what: 'aircraft',
    get fields() {
      return fieldsOf(crewCenter);
    },
    aboutRemoval:
      'It stays in its PIREPs; adding the registration again restores it with its hours. Not while it is flying, or a bid reserves it.',
    read(id) {
      const { registration, icao, name, airport, status, subfleet } = readAircraftListing(crewCenter, id);
      const [word] = Object.entries(aircraftStatuses).find(([, letter]) => letter === status) ?? [''];
      return {
        title: `${registration ?? ''} ${icao ?? ''}`,
        subject: registration ?? id,
        values: {
          registration: registration ?? '',
          type: icao ?? '',
          name,
          subfleet,
          airport: airport ?? '',
          status: word,
        },
      };
    },
    save: (id, changes) => editAircraft(crewCenter, registrationOf(id), { ...noAircraftEdit, ...changes }),
    remove: (id) => removeAircraft(crewCenter, registrationOf(id)),
  };
}

/** Registers the page of aircraft. */
export function registerFleet(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  const show = pageOf(frame, crewCenter);
  registerExport(frame, crewCenter, fleet);
  registerImport(frame, crewCenter, {
    kind: aircraftImports,
    path: 'fleet',
    title: 'Import aircraft',
    about: 'A new one joins the subfleet of its type, which is added for every rank where it is missing.',
  });
  registerEditing(frame, aircraftPage(crewCenter));
  scope.get('/admin/fleet', async (request, reply) => show(request, reply, {}));
  scope.post('/admin/fleet/aircraft', async (request, reply) => {
    const form = frame.formOf(request);
    const field = (name: string) => (form.get(name) ?? '').trim();
    const [registration, icao] = [field('registration').toUpperCase(), field('type').toUpperCase()];
    const more = { name: field('model') || icao, airline: field('airline') || null, airport: field('at') || null };
    const failed = await attempt(() => addAircraft(crewCenter, { registration, icao, ...more }));
    if (failed !== null) return show(request, reply, { problem: failed.problem, form });
    await frame.audit(request, 'aircraft-add', registration, icao);
    return reply.redirect('../fleet?done=aircraft', 303);
  });
}

interface Shown {
  readonly problem?: string;
  readonly form?: URLSearchParams;
}

/** Shows the page, with what was typed and what is wrong with it. */
function pageOf(frame: PageFrame, crewCenter: CrewCenter) {
  return (request: FastifyRequest, reply: FastifyReply, { problem, form }: Shown) => {
    return showAdmin(frame, request, reply, {
      title: 'Aircraft',
      view: 'fleet',
      section,
      data: {
        hasAirline: listAirlines(crewCenter).length > 0,
        list: readList(crewCenter, fleet, request.query),
        statusOf: aircraftStatus,
        typed: Object.fromEntries(form ?? []),
      },
      done: doneOf(request, done),
      problem: problem ?? null,
    });
  };
}
