import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTracker } from '../client/client.ts';
import type { Receipt } from '../client/wire-types.ts';
import { type Config, ConfigError } from '../config.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../log.ts';
import { type DemoPilot, seedDemo } from '../platform/embedded/demo.ts';
import { embeddedFileName, openEmbedded } from '../platform/embedded/embedded.ts';
import { openServer, type Server } from '../server/app.ts';
import { actor } from './actor.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
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
  summary: 'make a small airline, serve it, and fly a real flight through it',
  text: `Makes a small airline, serves it, and lets a client that knows nothing but the base URL fly a real recorded flight from Zürich to Cancún:
login, bid, start, positions, flight events, finish. Prints the filed PIREP and keeps serving until Ctrl-C.
Everything lies in a temporary folder, unless --data names one to keep.`,
  examples: ['tracker demo', 'tracker demo --once --speed max'],
};

const demo = form({
  withoutData: true,
  options: {
    once: { about: 'end after the PIREP was filed and read back through the API; exit code 0 only then' },
    speed: {
      value: 'N',
      about: 'eleven hours in about a minute, as it is; max is as fast as the server acknowledges',
      default: '600',
    },
  },
  async run(given, io) {
    const speed = readSpeed(given.option('speed'));
    await using cleanup = new AsyncDisposableStack();
    const directory = await dataDirectory(io.config, cleanup);
    const [pilot] = await seed(directory);
    if (pilot === undefined) throw new CommandError('The demo airline has no pilot.');
    const stop = stopSignal();
    const server = cleanup.use(await serve(io.config, directory));
    const say = io.json ? io.err : io.out;
    const setupPath = server.hasPassword ? null : await server.tracker.operator.makeSetupPath(actor());
    for (const line of greeting(server, setupPath, pilot)) say(line);
    const flown = await fly(server, directory, { pilot, speed, stop: abortedBy(stop) }, io);
    report(flown, await readBack(server, pilot, flown), io);
    if (given.flag('once')) return 0;
    say(`\nIts track, profiles and landing: ${server.url}/tracker/flights/${flown.receipt.flight_id}`);
    say(`Still serving at ${server.url}. Ctrl-C ends it.`);
    await stop;
    return 0;
  },
});

export const command = commandOf(about, [demo]);

/** What a person can do with it now, and where. */
function greeting(server: Server, setupPath: string | null, pilot: DemoPilot): readonly string[] {
  const map = `${server.url}/tracker/`;
  return [
    'Demo Air is served. Open in a browser:',
    `  the live map      ${map}`,
    setupPath === null
      ? `  as its operator   ${map}operator/`
      : `  as its operator   ${server.url}${setupPath}\n                    (sets the password you choose; works once, for an hour)`,
    `A client logs in at ${server.url} as ${pilot.ident} with the password ${pilot.password}.\n`,
  ];
}

async function dataDirectory(config: Config, cleanup: AsyncDisposableStack): Promise<string> {
  if (config.dataDirectory.kind === 'given') return config.dataDirectory.path;
  const directory = await mkdtemp(join(tmpdir(), 'tracker-demo-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function seed(directory: string): Promise<readonly DemoPilot[]> {
  const logger = createLogger({ level: 'warn' });
  const embedded = await openEmbedded({ file: join(directory, embeddedFileName), clock: systemClock, logger });
  try {
    return await seedDemo(embedded.crewCenter);
  } finally {
    await embedded.close();
  }
}

/** Where the configuration says; on a port that is free when that one is taken. */
async function serve(config: Config, directory: string): Promise<Server> {
  const demo: Config = {
    ...config,
    dataDirectory: { kind: 'given', path: directory },
    crewCenter: { kind: 'embedded', version: '7' },
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

/** As another client would see it: a new session, the flight by its id. @throws CommandError when it is not what was filed */
async function readBack(server: Server, pilot: DemoPilot, flown: Flown): Promise<Receipt> {
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
