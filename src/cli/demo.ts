import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTracker } from '../client/client.ts';
import type { Receipt } from '../client/wire-types.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { createLogger } from '../lib/log.ts';
import { isLoopback, isLoopbackName } from '../lib/loopback.ts';
import { actor } from '../lib/user-name.ts';
import type { DemoPilot } from '../platform/embedded/demo.ts';
import { type DemoAirline, openAirline } from '../platform/embedded/demo-airline.ts';
import { openServer, type Server } from '../server/app.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { flyTraffic } from './demo/traffic.ts';
import { type Flown, flyRecording } from './flying/flight-run.ts';
import { readSpeed } from './flying/options.ts';
import { pirepText, positionsText } from './flying/pirep-text.ts';
import { ProgressView, screenOf } from './flying/progress.ts';
import { defaultRecording, readRecording } from './flying/recording.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { stopSignal } from './stop-signal.ts';

const about: About = {
  name: 'demo',
  summary: 'create a small airline, start a server, and fly a real flight',
  text: `Creates a small airline, starts a server, and flies a recorded real flight from Zürich to Cancún with a client that knows only the
base URL: login, bid, start, positions, flight events, finish. Prints the filed PIREP and keeps the server running until Ctrl-C, with
two aircraft on the map. The data is kept in a temporary folder, unless --data names another.`,
  examples: ['tracker demo', 'tracker demo --once --speed max'],
};

const demo = form({
  withoutData: true,
  options: {
    once: { about: 'exit once the PIREP is filed and read back through the API; exit code 0 only if both succeed' },
    speed: {
      value: 'N',
      about: 'the default flies eleven hours in about a minute; max is as fast as the server acknowledges',
      default: '600',
    },
    phpvms: {
      value: 'VERSION',
      about: 'version of clients to try: 7 (native contract) or 5 (legacy contract); default: TRACKER_EMBEDDED_VERSION',
    },
  },
  async run(given, io) {
    const speed = readSpeed(given.option('speed'));
    const version = readVersion(given.option('phpvms'), io.config);
    await using cleanup = new AsyncDisposableStack();
    const directory = await dataDirectory(io.config, cleanup);
    const airline = await openAirline(version, directory, createLogger({ level: 'warn' }));
    cleanup.defer(() => airline.close());
    const [pilot] = airline.pilots;
    if (pilot === undefined) throw new CommandError('The demo airline has no pilot.');
    const stop = stopSignal();
    const server = cleanup.use(await serve(io.config, version, directory));
    const say = io.json ? io.err : io.out;
    for (const line of greeting(server, await operatorText(server, io), pilot)) say(line);
    const aborted = abortedBy(stop);
    const flown = await fly(server, directory, { pilot, speed, stop: aborted }, io);
    report(flown, await readBack(server, airline, pilot, flown), io);
    if (given.flag('once')) return 0;
    say(`\nIts track, profiles and landing: ${server.url}/tracker/flights/${flown.receipt.flight_id}`);
    say(`Still serving at ${server.url}, with two aircraft on the map. Press Ctrl-C to stop.`);
    await flyTraffic({ server, airline, directory, stop: aborted, remark: (text) => io.err(text) });
    await stop;
    return 0;
  },
});

export const command = commandOf(about, [demo]);

/** The addresses of the demo, and how to sign in. */
function greeting(server: Server, operator: string, pilot: DemoPilot): readonly string[] {
  const map = `${server.url}/tracker/`;
  return [
    'Demo Air is running. Open in a browser:',
    `  the live map      ${map}`,
    `  operator pages    ${operator}`,
    `Clients can log in at ${server.url} as ${pilot.ident} with the password ${pilot.password}.\n`,
  ];
}

/**
 * Returns how to sign in as the operator. As in `serve`, the link that sets the password is printed only on a terminal, because
 * other output may be stored and read by others. A temporary airline on this machine has nothing to protect.
 */
async function operatorText({ url, hasOwner, tracker }: Server, io: CommandIo): Promise<string> {
  if (hasOwner) return `${url}/tracker/operator/`;
  const { listen, dataDirectory } = io.config;
  const isHere = listen.kind !== 'tcp' || isLoopback(listen.host) || isLoopbackName(listen.host);
  if (!io.isTerminal && (dataDirectory.kind === 'given' || !isHere))
    return `tracker operator link --data ${tracker.dataDirectory}`;
  const path = await tracker.operator.makeSetupPath(actor());
  return `${url}${path}\n                    (sets the password you choose; works once, for an hour)`;
}

function readVersion(given: string | null, { crewCenter }: Config): '7' | '5' {
  const version = given ?? (crewCenter.kind === 'embedded' ? crewCenter.version : '7');
  if (version !== '7' && version !== '5') throw new CommandError('--phpvms is 7 or 5.', 2);
  return version;
}

async function dataDirectory(config: Config, cleanup: AsyncDisposableStack): Promise<string> {
  if (config.dataDirectory.kind === 'given') return config.dataDirectory.path;
  const directory = await mkdtemp(join(tmpdir(), 'tracker-demo-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts the server at the configured address, or on a free port if that one is in use. */
async function serve(config: Config, version: '7' | '5', directory: string): Promise<Server> {
  const demo: Config = {
    ...config,
    dataDirectory: { kind: 'given', path: directory },
    crewCenter: { kind: 'embedded', version },
    logLevel: 'warn',
  };
  try {
    return await openServer({ config: demo });
  } catch (error) {
    const reason: unknown = error instanceof ConfigError ? error.cause : null;
    const isTaken = reason instanceof Error && 'code' in reason && reason.code === 'EADDRINUSE';
    if (!isTaken || demo.listen.kind !== 'tcp') throw error;
    return await openServer({ config: { ...demo, listen: { ...demo.listen, port: 0 } } });
  }
}

function abortedBy(stop: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void stop.then(() => controller.abort());
  return controller.signal;
}

interface DemoFlight {
  readonly pilot: DemoPilot;
  readonly speed: number;
  readonly stop: AbortSignal;
}

async function fly(server: Server, directory: string, demo: DemoFlight, io: CommandIo): Promise<Flown> {
  const { pilot, speed, stop } = demo;
  const view = new ProgressView(screenOf(io));
  try {
    return await flyRecording({
      baseUrl: server.url,
      credentials: { login: pilot.ident, password: pilot.password },
      clientToken: null,
      bidId: null,
      registration: null,
      recording: await readRecording(defaultRecording),
      speed,
      batchSize: 100,
      stateFile: join(directory, 'fly.jsonl'),
      patienceMs: 60_000,
      faults: null,
      stop,
      remark: (text) => io.err(text),
      onProgress: (progress) => view.show(progress),
      onNotice: (notice) => view.note(notice),
    });
  } finally {
    view.end();
  }
}

/** Reads the flight by its id in a new session, as another client would. @throws CommandError if it is not what was filed */
async function readBack(server: Server, airline: DemoAirline, pilot: DemoPilot, flown: Flown): Promise<Receipt> {
  // Clients of version 5 cannot read an ended flight.
  if (flown.variant === 'legacy') {
    if (airline.hasPirep(flown.receipt.pirep_id)) return flown.receipt;
    throw new CommandError(`The crew center has no PIREP ${flown.receipt.pirep_id}.`);
  }
  const client = await connectTracker(server.url);
  await client.login({ login: pilot.ident, password: pilot.password });
  const view = await client.readFlight(flown.receipt.flight_id);
  if (view?.state !== 'filed' || view.receipt?.pirep_id !== flown.receipt.pirep_id) {
    throw new CommandError(
      `The PIREP ${flown.receipt.pirep_id} cannot be read back: the flight is ${view?.state ?? 'unknown'}.`,
    );
  }
  await client.logout();
  return view.receipt;
}

function report(flown: Flown, receipt: Receipt, io: CommandIo): void {
  io.out(io.json ? JSON.stringify({ ...flown, receipt }) : `${pirepText(receipt)}\n${positionsText(flown)}`);
}
