import { randomBytes } from 'node:crypto';
import { Secret } from '../lib/secret.ts';
import { pilotImports } from '../platform/embedded/imports/pilots.ts';
import { addPilot, listPilots, setPassword } from '../platform/embedded/pilot-admin.ts';
import { editPilot, removePilot } from '../platform/embedded/pilot-changes.ts';
import { renewApiKey } from '../platform/embedded/pilot-keys.ts';
import type { Pilot } from '../tracking/model.ts';
import type { CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { namesOfChanges, readChanges } from './crew-center/changes.ts';
import { importOf, undoOf } from './crew-center/importing.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { requireLogin } from './crew-center/pilot-id.ts';
import { hours, printList } from './crew-center/print.ts';
import { readSecret } from './flying/credentials.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import type { Options } from './options.ts';
import { saveAudit } from './reach.ts';

const { required, optional } = pilotImports.columns;

const about: About = {
  name: 'pilot',
  summary: 'add, import, list, edit and remove pilots, set a password, renew a key',
  text: `Manages the pilots of the embedded crew center. Without --password-file a password is generated and shown once.
The pilot's sessions end within a minute after the password has changed; an open flight continues after the next login. LOGIN is an
ident or e-mail address. An API key is what clients of phpVMS 7 ask for; it is shown when it is made. Removing a pilot with PIREPs takes name, address and credentials away and keeps the PIREPs, like phpVMS 7;
without PIREPs nothing is left. A pilot with a flight in progress is not removed.

  import       adds and changes pilots by a CSV file: ${[...required, ...optional].join(', ')}.
               Required are ${required.join(' and ')}. Who is new has no password until one is set here or by a link. If any
               line is invalid, nothing is imported, and every invalid line is listed
  undo-import  takes the last import back; what was changed here since, and what a bid or PIREP refers to, stays and is listed`,
  examples: [
    'tracker pilot add "Ada Keller" ada@va.example --airline DMO --home LSZH',
    `echo 'a long password' | tracker pilot password DMO0001 --password-file -`,
    'tracker pilot import pilots.csv',
    'tracker pilot key DMO0001',
    'tracker pilot edit DMO0001 --at LSZH --standing active',
    'tracker pilot list --json',
  ],
};

const passwordFile = {
  value: 'FILE',
  about: 'file with the password in its first line, at least 8 characters; - for standard input',
};

const add = form({
  name: 'add',
  withoutData: true,
  positionals: ['NAME', 'EMAIL'],
  options: {
    airline: { value: 'CODE', about: "the pilot's airline (default: the first)" },
    home: { value: 'ICAO', about: "home airport, also the pilot's first location" },
    'password-file': passwordFile,
  },
  async run(given, io) {
    const { password, madeUp } = await choosePassword(given.option('password-file'));
    const { pilot, apiKey } = await withCrewCenter(io, (crewCenter) =>
      addPilot(crewCenter, {
        name: given.positional(0),
        email: given.positional(1),
        password,
        airline: given.option('airline'),
        homeAirport: given.option('home'),
      }),
    );
    const shown = madeUp ? { password: password.reveal() } : {};
    if (io.json) io.out(JSON.stringify({ pilot: shownPilot(pilot), apiKey: apiKey.reveal(), ...shown }));
    else {
      io.out(`Added pilot ${pilot.ident} ${pilot.name}.\nAPI key: ${apiKey.reveal()}`);
      sayPassword(io, password, madeUp);
    }
    return noted(io, 'pilot-add', pilot);
  },
});

const password = form({
  name: 'password',
  positionals: ['LOGIN'],
  options: { 'password-file': passwordFile },
  async run(given, io) {
    const { password, madeUp } = await choosePassword(given.option('password-file'));
    const pilot = await withCrewCenter(io, (crewCenter) =>
      setPassword(crewCenter, requireLogin(crewCenter, given.positional(0)), password),
    );
    const shown = madeUp ? { password: password.reveal() } : {};
    if (io.json) io.out(JSON.stringify({ pilot: shownPilot(pilot), ...shown }));
    else {
      io.out(`${pilot.ident} ${pilot.name} has a new password.`);
      sayPassword(io, password, madeUp);
    }
    return noted(io, 'pilot-password', pilot);
  },
});

const key = form({
  name: 'key',
  positionals: ['LOGIN'],
  async run(given, io) {
    const { pilot, apiKey } = await withCrewCenter(io, (crewCenter) =>
      renewApiKey(crewCenter, requireLogin(crewCenter, given.positional(0))),
    );
    if (io.json) io.out(JSON.stringify({ pilot: shownPilot(pilot), apiKey: apiKey.reveal() }));
    else {
      io.out(`${pilot.ident} ${pilot.name} has a new API key. The previous one ends within a minute.`);
      io.out(`API key: ${apiKey.reveal()}   (shown only once)`);
    }
    return noted(io, 'pilot-key', pilot);
  },
});

const editable = {
  name: { value: 'TEXT' },
  email: { value: 'ADDRESS' },
  airline: { value: 'CODE', about: "the pilot's airline (default: the first)" },
  rank: { value: 'NAME', about: 'name of the rank' },
  home: { value: 'ICAO', about: "home airport, also the pilot's first location" },
  at: { value: 'ICAO', about: 'the airport where the pilot is' },
  'show-name': { value: 'yes|no', about: 'whether the pilot agreed to be named in public posts' },
  vatsim: { value: 'ID', about: 'number of the pilot on VATSIM; empty takes it away' },
  ivao: { value: 'ID', about: 'number of the pilot on IVAO; empty takes it away' },
  standing: { value: 'STATE', about: 'pending, active, rejected, on-leave or suspended' },
} as const satisfies Options;

const edit = form({
  name: 'edit',
  positionals: ['LOGIN'],
  options: editable,
  async run(given, io) {
    const { home: homeAirport, at: currentAirport, 'show-name': showName, ...same } = readChanges(given, editable);
    const pilot = await withCrewCenter(io, (crewCenter) =>
      editPilot(crewCenter, requireLogin(crewCenter, given.positional(0)), {
        ...same,
        homeAirport,
        currentAirport,
        showName,
      }),
    );
    io.out(io.json ? JSON.stringify(shownPilot(pilot)) : `Changed ${pilot.ident} ${pilot.name}.`);
    return noted(io, 'pilot-edit', pilot, namesOfChanges(given, editable));
  },
});

const remove = form({
  name: 'remove',
  positionals: ['LOGIN'],
  async run(given, io) {
    const { pilot, bids, isKept } = await withCrewCenter(io, (crewCenter) =>
      removePilot(crewCenter, requireLogin(crewCenter, given.positional(0))),
    );
    const kept = isKept ? 'The PIREPs are kept without the name.' : 'There were no PIREPs.';
    if (io.json) io.out(JSON.stringify({ pilot: { id: pilot.id, ident: pilot.ident }, bids, isKept }));
    else io.out(`Removed pilot ${pilot.ident}, bids removed: ${bids}. ${kept}`);
    return noted(io, 'pilot-remove', pilot);
  },
});

const list = form({
  name: 'list',
  async run(_given, io) {
    const all = await withCrewCenter(io, listPilots);
    const pilots = all.map((each) => ({ ...each, pilot: shownPilot(each.pilot) }));
    printList(io, pilots, {
      titles: ['IDENT', 'NAME', 'E-MAIL', 'STANDING', 'RANK', 'AT', 'FLIGHTS', 'HOURS'],
      row: ({ pilot, email, rank, flights, flightTimeMin }) => [
        ...[pilot.ident, pilot.name, email, pilot.standing, rank, pilot.currentAirport, flights],
        hours(flightTimeMin),
      ],
      none: 'There are no pilots yet. Add one: tracker pilot add NAME EMAIL',
    });
    return 0;
  },
});

/** Pilots of the embedded crew center. */
export const command = commandOf(about, [
  list,
  add,
  importOf(pilotImports),
  undoOf(pilotImports),
  edit,
  remove,
  password,
  key,
]);

/** Writes into the audit log whom it was about: by the ident, whatever address was given. */
async function noted(io: CommandIo, action: string, { ident }: Pilot, detail: string | null = null): Promise<number> {
  await saveAudit(io, [action, ident, detail]);
  return 0;
}

/** The fields of a pilot that are shown to users. */
function shownPilot({ credentialVersion: _, ...pilot }: Pilot): Omit<Pilot, 'credentialVersion'> {
  return pilot;
}

async function choosePassword(file: string | null): Promise<{ readonly password: Secret; readonly madeUp: boolean }> {
  if (file !== null) return { password: new Secret(await readSecret(file)), madeUp: false };
  return { password: new Secret(randomBytes(9).toString('base64url')), madeUp: true };
}

function sayPassword(io: CommandIo, password: Secret, madeUp: boolean): void {
  if (madeUp) io.out(`Password: ${password.reveal()}   (shown only once)`);
}
