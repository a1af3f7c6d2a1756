import {
  acceptPirep,
  listPireps,
  type PirepListing,
  readPirepListing,
  rejectPirep,
} from '../platform/embedded/pirep-admin.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { findPilotId } from './crew-center/pilot-id.ts';
import { hours, printList } from './crew-center/print.ts';
import { type Form, form } from './form.ts';
import type { About } from './help.ts';
import { toInstant } from './table.ts';

const about: About = {
  name: 'pireps',
  summary: 'list, accept and reject PIREPs',
  text: `Manages the PIREPs of the embedded crew center, newest first. Accepting one credits the flight to the pilot and moves pilot and
aircraft; rejecting an accepted one removes the hours again. A dash means unknown.`,
  examples: [
    'tracker pireps list --state pending',
    'tracker pireps accept yXPWRlyBXm7128J7',
    'tracker pireps list --pilot DMO0001 --json',
  ],
};

const view = {
  titles: ['PIREP', 'STATE', 'PILOT', 'FLIGHT', 'FROM', 'TO', 'AIRCRAFT', 'NM', 'TIME', 'FT/MIN', 'FILED'],
  row: (pirep: PirepListing) => [
    ...[pirep.id, pirep.state, pirep.pilot.ident, pirep.name, pirep.departure, pirep.arrival, pirep.registration],
    ...[pirep.distanceNm, hours(pirep.flightTimeMin), pirep.landingRateFpm, toInstant(pirep.submittedAt)],
  ],
  none: 'There are no PIREPs.',
};

const states = ['open', 'pending', 'accepted', 'rejected', 'cancelled'] as const;

const list = form({
  name: 'list',
  options: {
    pilot: { value: 'LOGIN', about: "only this pilot's" },
    state: { value: 'STATE', about: 'only those in this state: open, pending, accepted, rejected or cancelled' },
    limit: { value: 'N', about: 'maximum number of PIREPs', default: '50' },
  },
  async run(given, io) {
    const wanted = given.option('state');
    const state = states.find((each) => each === wanted);
    if (wanted !== null && state === undefined)
      throw new CommandError(`--state must be one of ${states.join(', ')}.`, 2);
    const limit = Number(given.option('limit'));
    if (!Number.isInteger(limit) || limit < 1) throw new CommandError('--limit is a whole number of at least 1.', 2);
    const login = given.option('pilot');
    const pireps = await withCrewCenter(io, (crewCenter) => {
      const pilotId = login === null ? undefined : findPilotId(crewCenter, login);
      return listPireps(crewCenter, { state, pilotId, limit });
    });
    printList(io, pireps, view);
    return 0;
  },
});

const show = form({
  name: 'show',
  positionals: ['ID'],
  async run(given, io) {
    const pirep = await withCrewCenter(io, (crewCenter) => readPirepListing(crewCenter, given.positional(0)));
    if (io.json) io.out(JSON.stringify(pirep));
    else printList(io, [pirep], view);
    return 0;
  },
});

function deciding(name: string, decide: typeof acceptPirep, done: string): Form {
  return {
    name,
    positionals: ['ID'],
    done: (given) => [`pirep-${name}`, given.positional(0), null],
    async run(given, io) {
      const pirep = await withCrewCenter(io, (crewCenter) => decide(crewCenter, given.positional(0)));
      io.out(io.json ? JSON.stringify(pirep) : `PIREP ${pirep.id} (${pirep.name}, ${pirep.pilot.ident}) is ${done}.`);
      return 0;
    },
  };
}

/** PIREPs of the embedded crew center. */
export const command = commandOf(about, [
  list,
  show,
  deciding('accept', acceptPirep, 'accepted'),
  deciding('reject', rejectPirep, 'rejected'),
]);
