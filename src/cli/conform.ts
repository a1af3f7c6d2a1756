import { Unreachable } from '../conform/answer.ts';
import { faultsOfPhpvms7 } from '../conform/core/faults-of-phpvms.ts';
import type { AnyKit, KnownFaults, Pilot, Report } from '../conform/kit.ts';
import { findPlace, kits } from '../conform/kits.ts';
import { resultText, summaryText } from '../conform/text.ts';
import { table } from '../lib/table.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { readCredentials, readSecret } from './flying/credentials.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const names = kits.map(({ contract }) => contract);

const about: About = {
  name: 'conform',
  summary: 'check whether a server keeps a contract',
  text: `Looks at the server at BASE_URL from outside, as a client does, and reports which requirements of a contract hold. It is for authors of
servers and clients, and for any server: this one, a fork, or a phpVMS 7 itself. Contracts: ${names.join(', ')}; without --contract, those
that the server answers.

It books, opens, cancels and FILES flights of the pilot: use a crew center and a pilot made for tests, or --read-only.

Exit codes: 0 every requirement held or is a known fault, 1 some did not, 2 invalid arguments, 3 server unreachable.`,
  examples: [
    'tracker conform http://127.0.0.1:8787 --login DMO0001 --password demo',
    'tracker conform https://va.example/api/tracker/core --contract phpvms7-core --api-key-file key.txt --other-api-key-file other.txt',
    'tracker conform https://va.example --contract phpvms7-core --api-key-file key.txt --known-faults phpvms-7.0.10',
  ],
  // A client: it uses no folder of the server.
  actsForOwner: true,
};

const faultLists = table<KnownFaults>({ 'phpvms-7.0.10': faultsOfPhpvms7 });

const run = form({
  positionals: ['BASE_URL'],
  asks: 'Give one base URL.',
  options: {
    contract: { value: 'NAME', about: `only this contract: ${names.join(', ')}` },
    login: { value: 'WHO', about: 'e-mail or ident of the pilot' },
    'password-file': {
      value: 'FILE',
      about: 'file with the password in its first line; - for standard input; default: prompt on the terminal',
    },
    password: { value: 'TEXT', about: 'for demonstrations only: others on this machine can see it' },
    'api-key-file': { value: 'FILE', about: "file with the pilot's API key, for contracts that sign in with one" },
    'other-login': { value: 'WHO', about: 'another pilot, for what one pilot may not do to the flights of another' },
    'other-password-file': { value: 'FILE', about: 'file with the password of that pilot' },
    'other-api-key-file': { value: 'FILE', about: 'file with the API key of that pilot' },
    aircraft: { value: 'ID', about: 'the aircraft to fly, by the id of the crew center; default: one that is offered' },
    'read-only': { about: 'leave out what changes anything' },
    'end-open-flight': { about: 'first cancel the flights of the pilot that are under way' },
    'known-faults': { value: 'NAME', about: `deviations that are known: ${Object.keys(faultLists).join(', ')}` },
  },
  withoutData: true,
  run: async (given, io) => {
    const faults = given.option('known-faults');
    const knownFaults = faults === null ? {} : faultLists[faults];
    if (knownFaults === undefined)
      throw new CommandError(`--known-faults must be ${Object.keys(faultLists).join(' or ')}.`, 2);
    const contract = given.option('contract');
    const wanted = kits.filter((kit) => contract === null || kit.contract === contract);
    if (wanted.length === 0) throw new CommandError(`--contract must be one of ${names.join(', ')}.`, 2);
    const pilots = await readPilots(given);
    const order = { baseUrl: given.positional(0), pilots, aircraft: given.option('aircraft') };
    const settings = {
      isReadOnly: given.flag('read-only'),
      endsOpenFlight: given.flag('end-open-flight'),
      knownFaults,
      isNamed: contract !== null,
    };
    return report(await runAll(wanted, order, settings, io), io);
  },
});

/** Checks a server against the contracts. */
export const command = commandOf(about, [run]);

interface Pilots {
  readonly apiKey: Pilot | null;
  readonly otherApiKey: Pilot | null;
  readonly login: Pilot | null;
  readonly otherLogin: Pilot | null;
}

type Options = {
  option(
    name:
      | 'login'
      | 'password'
      | 'password-file'
      | 'api-key-file'
      | `other-${'login' | 'password-file' | 'api-key-file'}`,
  ): string | null;
};

async function readPilots(given: Options): Promise<Pilots> {
  const key = async (file: string | null) => (file === null ? null : { apiKey: await readSecret(file) });
  const login = async (login: string | null, password: string | null, passwordFile: string | null) =>
    login === null
      ? null
      : ((await readCredentials({
          login,
          ...(password !== null && { password }),
          ...(passwordFile !== null && { passwordFile }),
        })) as Pilot);
  const pilots = {
    apiKey: await key(given.option('api-key-file')),
    otherApiKey: await key(given.option('other-api-key-file')),
    login: await login(given.option('login'), given.option('password'), given.option('password-file')),
    otherLogin: await login(given.option('other-login'), null, given.option('other-password-file')),
  };
  if (pilots.apiKey !== null || pilots.login !== null) return pilots;
  throw new CommandError(
    'Give the pilot: --login VMS0001 with --password-file FILE, or --api-key-file FILE, or both.',
    2,
  );
}

interface Order {
  readonly baseUrl: string;
  readonly pilots: Pilots;
  readonly aircraft: string | null;
}

interface Settings {
  readonly isReadOnly: boolean;
  readonly endsOpenFlight: boolean;
  readonly knownFaults: KnownFaults;
  readonly isNamed: boolean;
}

async function runAll(
  wanted: readonly AnyKit[],
  order: Order,
  settings: Settings,
  io: CommandIo,
): Promise<readonly Report[]> {
  const reports: Report[] = [];
  for (const kit of wanted) {
    try {
      const report = await runOne(kit, order, settings, io);
      if (report !== null) reports.push(report);
    } catch (error) {
      if (error instanceof Unreachable) throw new CommandError(error.message, 3, { code: 'unreachable' });
      throw error;
    }
  }
  if (reports.length > 0) return reports;
  throw new CommandError(`No contract was checked at ${order.baseUrl}.`, 3, { code: 'unreachable' });
}

/** null when the contract is not there, or the pilot cannot sign in to it with what was given. */
async function runOne(
  kit: AnyKit,
  { baseUrl, pilots, aircraft }: Order,
  settings: Settings,
  io: CommandIo,
): Promise<Report | null> {
  const place = await findPlace(kit, baseUrl, settings.isNamed);
  if (place === null) {
    if (settings.isNamed) io.err(`${kit.contract} does not answer at ${baseUrl}.`);
    return null;
  }
  const isByKey = kit.credential === 'api-key';
  const [pilot, stranger] = isByKey ? [pilots.apiKey, pilots.otherApiKey] : [pilots.login, pilots.otherLogin];
  if (pilot === null) {
    io.err(`${kit.contract} is left out: it needs ${isByKey ? '--api-key-file' : '--login'}.`);
    return null;
  }
  if (!settings.isReadOnly) io.err(`${kit.contract} at ${place}: flights are booked, opened, cancelled and filed.`);
  const onResult = io.json ? () => {} : (result: Report['results'][number]) => io.out(resultText(result));
  const report = await kit.run({ baseUrl: place, pilot, stranger, aircraft }, { ...settings, onResult });
  for (const sentence of report.tidied) io.err(sentence);
  if (!io.json) io.out(summaryText(report));
  return report;
}

function report(reports: readonly Report[], io: CommandIo): number {
  if (io.json) io.out(JSON.stringify({ contracts: reports }));
  return reports.some(({ results }) => results.some(({ outcome }) => outcome === 'deviates')) ? 1 : 0;
}
