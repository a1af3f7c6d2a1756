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
  statusKey,
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
  edited: 'fleet.edited',
  removed: 'fleet.removed',
  aircraft: 'fleet.added',
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
  { name: 'registration', label: 'field.registration' },
  { name: 'type', label: 'field.type', hint: 'hint.code' },
  { name: 'name', label: 'fleet.model' },
  { name: 'subfleet', label: 'fleet.subfleet', choices: subfleetChoices(crewCenter) },
  { name: 'airport', label: 'field.location', hint: 'hint.code' },
  {
    name: 'status',
    label: 'field.status',
    choices: Object.keys(aircraftStatuses).map((word) => [word, `craft.${word}`] as const),
    hint: 'fleet.status-hint',
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
    aboutRemoval: 'fleet.about-removal',
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
    title: 'fleet.import',
    about: 'fleet.import-about',
  });
  registerEditing(frame, aircraftPage(crewCenter));
  scope.get('/admin/fleet', async (request, reply) => show(request, reply, {}));
  scope.post('/admin/fleet/aircraft', async (request, reply) => {
    const form = frame.formOf(request);
    const field = (name: string) => (form.get(name) ?? '').trim();
    const [registration, icao] = [field('registration').toUpperCase(), field('type').toUpperCase()];
    const more = { name: field('model') || icao, airline: field('airline') || null, airport: field('at') || null };
    const failed = await attempt(frame.wordsOf(request), () =>
      addAircraft(crewCenter, { registration, icao, ...more }),
    );
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
      title: 'fleet.aircraft',
      view: 'fleet',
      section,
      data: {
        hasAirline: listAirlines(crewCenter).length > 0,
        list: readList(crewCenter, fleet, request.query),
        statusOf: statusKey,
        typed: Object.fromEntries(form ?? []),
      },
      done: doneOf(request, done),
      problem: problem ?? null,
    });
  };
}
