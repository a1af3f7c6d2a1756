import { type Credentials, isTrackerError, type Notice } from '../client/client.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { flyAsCore } from './flying/core/fly-as-core.ts';
import { readCredentials, readSecret } from './flying/credentials.ts';
import { Faults } from './flying/faults.ts';
import { type Flown, flyRecording } from './flying/flight-run.ts';
import { defaultState, type FlyOptions, flyOptions, readOptions } from './flying/options.ts';
import { pirepText, positionsText } from './flying/pirep-text.ts';
import { ProgressView, screenOf } from './flying/progress.ts';
import { defaultRecording, type Recording, readRecording } from './flying/recording.ts';
import { flySmartcars } from './flying/smartcars/flight.ts';
import { smartcarsDialect } from './flying/smartcars/smartcars-dialect.ts';
import { stratosDialect } from './flying/smartcars/stratos-dialect.ts';
import { smartcarsText } from './flying/smartcars/text.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'fly',
  summary: 'fly a recorded flight through a crew center',
  text: `Flies a recorded flight through the crew center at BASE_URL, as a desktop client would: it detects the contract, logs in, starts the
bid, reports every position and flight event, and files the PIREP. Times are shifted so that the recording ends now. If it is killed or
disconnected, run it again to continue the flight.

Exit codes: 0 filed, 1 refused or ended by the server, 2 invalid arguments, 3 server unreachable (run again to continue).`,
  examples: [
    'tracker fly https://va.example --login VMS0001',
    'tracker fly https://va.example/crew --login ada@va.example --password-file secret.txt --speed 60',
    'tracker fly https://va.example --contract phpvms7-core --api-key-file key.txt --speed max',
    'tracker fly http://127.0.0.1:8787 --login DMO0001 --password demo --speed max --faults 7',
  ],
  // A client: its state is in the home of the user who starts it.
  actsForOwner: true,
};

const flight = form({
  positionals: ['BASE_URL'],
  asks: 'Give one base URL.',
  options: flyOptions,
  withoutData: true,
  run: async (given, io) => {
    const options = readOptions(given);
    const recording = await readRecording(options.recording ?? defaultRecording);
    const faults = options.faults === undefined ? null : new Faults(options.faults, recording.samples.length);
    const credentials = await readCredentials(options);
    const clientToken = options.clientTokenFile === undefined ? null : await readSecret(options.clientTokenFile);
    if (faults !== null) io.err(`Faults with seed ${faults.seed}.`);
    if (options.contract === 'smartcars3' || options.contract === 'stratos')
      return flyAsSmartcars({ options, recording, faults, credentials }, io);
    if (options.contract === 'phpvms7-core') return flyAsCore({ options, recording, faults, credentials }, io);
    const flown = await fly({ options, recording, faults, credentials, clientToken }, io);
    return report(flown, faults, io);
  },
});

/** Flies a recorded flight through any base URL. */
export const command = commandOf(about, [flight]);

async function flyAsSmartcars(
  { options, recording, faults, credentials }: Omit<Flying, 'clientToken'>,
  io: CommandIo,
): Promise<number> {
  const dialect = options.contract === 'stratos' ? stratosDialect : smartcarsDialect;
  if (!('login' in credentials)) throw new CommandError(`${dialect.client} signs in with --login and a password.`, 2);
  let tenth = 0;
  const flown = await flySmartcars({
    ...options,
    dialect,
    recording,
    faults,
    pilot: credentials,
    remark: (text) => io.err(text),
    onProgress(sent, total) {
      const now = Math.floor((sent / total) * 10);
      if (now > tenth && !io.json) io.err(`${now * 10} %  ${sent} updates sent`);
      tenth = Math.max(tenth, now);
    },
  });
  io.out(io.json ? JSON.stringify(flown) : smartcarsText(flown));
  return 0;
}

interface Flying {
  readonly options: FlyOptions;
  readonly recording: Recording;
  readonly faults: Faults | null;
  readonly credentials: Credentials;
  readonly clientToken: string | null;
}

async function fly({ options, ...flying }: Flying, io: CommandIo): Promise<Flown> {
  const view = new ProgressView(screenOf(io));
  try {
    return await flyRecording({
      ...options,
      ...flying,
      stateFile: options.state ?? defaultState(options),
      stop: null,
      remark: (text) => io.err(text),
      onProgress: (progress) => view.show(progress),
      onNotice: (notice) => {
        // With injected faults, disconnections are expected.
        if (flying.faults === null || !isConnection(notice)) view.note(notice);
      },
    });
  } catch (error) {
    throw asCommandError(error);
  } finally {
    view.end();
  }
}

function isConnection(notice: Notice): boolean {
  return notice.kind === 'offline' || notice.kind === 'online';
}

function report(flown: Flown, faults: Faults | null, io: CommandIo): number {
  const { receipt, positions, ...rest } = flown;
  if (io.json) {
    const fired =
      faults === null ? {} : { faults: { seed: faults.seed, fired: faults.fired, missing: faults.missing } };
    io.out(JSON.stringify({ ...rest, positions, receipt, ...fired }));
  } else {
    io.out(pirepText(receipt));
    io.out(positionsText(flown));
    if (faults !== null)
      io.out(
        `  Faults           ${Object.entries(faults.fired)
          .map(([kind, count]) => `${kind} ${count}`)
          .join(', ')}`,
      );
  }
  if (faults === null || faults.missing.length === 0) return 0;
  io.err(
    `The flight was filed, but with seed ${faults.seed} some faults never occurred: ${faults.missing.join(', ')}. Try another seed.`,
  );
  return 1;
}

/** Turns an error of the server or the network into a message for the user. */
function asCommandError(error: unknown): unknown {
  if (!isTrackerError(error)) return error;
  const fields = Object.entries(error.fields)
    .map(([field, why]) => `\n  ${field}: ${why}`)
    .join('');
  const isUnreached = error.code === 'down' || error.code === 'not-ours';
  return new CommandError(`${error.message}${fields}`, isUnreached ? 3 : error.code === 'bad-url' ? 2 : 1);
}
