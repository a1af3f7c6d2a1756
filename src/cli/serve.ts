import { type Config, readEnvironment } from '../config/config.ts';
import { processesRetired } from '../config/environment.ts';
import type { Logger } from '../lib/log.ts';
import { endLogOutput } from '../lib/log-output.ts';
import { actor } from '../lib/user-name.ts';
import { openServer, type Server } from '../server/app.ts';
import { noteStart, type Place } from '../server/place/place.ts';
import { claimPlace, openPlaceLog, watchPlace } from '../server/place/served-place.ts';
import { CertificateWatch, reloadSettings } from '../server/reload.ts';
import { setupText } from '../server/setup-link.ts';
import type { CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { prepareFive } from './crew-center/five.ts';
import { describeError } from './error-report.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { stopSignal } from './stop-signal.ts';

const about: About = {
  name: 'serve',
  summary: 'serve a crew center',
  text: `Serves one crew center until it receives SIGTERM or Ctrl-C; then it finishes the requests in progress and exits.
Without --crew-center it uses the embedded one. All other settings are environment variables: see docs/configuration.md.`,
  examples: [
    'tracker serve',
    'tracker serve --listen 127.0.0.1:9000 --data /var/lib/tracker',
    'tracker serve --crew-center /var/www/phpvms',
    'tracker serve --place /home/airline/tracker',
  ],
};

const serve = form({
  withoutData: true,
  options: { processes: { value: 'NUMBER', about: 'no effect any more: one process serves' } },
  async run(given, io) {
    const processes = given.option('processes');
    const isAskedForMore = processes !== null && processes !== '1';
    const warnings = isAskedForMore ? [`--processes has no effect. ${processesRetired}`] : [];
    try {
      return io.place === undefined ? await serveUntilStopped(io, warnings) : await servePlace(io.place, io, warnings);
    } finally {
      endLogOutput();
    }
  },
});

/** One process serves a place: a second one ends without opening its data. */
async function servePlace(place: Place, io: CommandIo, warnings: readonly string[]): Promise<number> {
  using claimed = await claimPlace(place);
  if (claimed === null) {
    io.out(`Another process serves ${place.path}.`);
    return 0;
  }
  try {
    return await serveUntilStopped(io, warnings);
  } catch (error) {
    noteStart(place, describeError(error)?.message ?? 'internal error; see the log of the server');
    throw error;
  }
}

/** @param warnings - about the command line */
async function serveUntilStopped(io: CommandIo, warnings: readonly string[]): Promise<number> {
  const { config, place } = io;
  const stop = stopSignal();
  const { crewCenter: kind } = config;
  const isFive = kind.kind === 'embedded' && kind.version === '5';
  const passwords = isFive ? await prepareFive(config.dataDirectory.path) : null;
  const placeLog = place === undefined || io.isTerminal ? null : openPlaceLog(place, config.logLevel);
  await using server = await openServer({ config, ...(placeLog !== null && { log: placeLog }) });
  const { log, crewCenter, dataDirectory } = server.tracker;
  using _reload = reloadOnSignal(server, config);
  log.info({ url: server.url, crewCenter: crewCenter.name, data: dataDirectory }, `ready at ${server.url}`);
  if (passwords !== null) log.warn({ file: passwords }, 'the demo pilots have a new password; see the file');
  warnOfNames(config, log);
  for (const warning of warnings) log.warn(warning);
  if (!server.hasOwner) await welcome(server, io);
  using inPlace = place === undefined ? null : watchPlace(place, server);
  await Promise.race([stop, exchanged(server), ...(inPlace === null ? [] : [inPlace.ended])]);
  log.info('stopping: finishing the requests in progress');
  return 0;
}

/** Until the answer to who asked for it is under way. */
const answerMs = 500;

/** Settles when the next start takes another version of the program: what starts servers here then starts that one. */
async function exchanged({ tracker: { programs, log } }: Server): Promise<void> {
  const version = await programs.switched;
  await new Promise((resolve) => setTimeout(resolve, answerMs));
  log.info({ event: 'program-exchanged', version }, 'another version of the program takes over');
}

/** SIGHUP reloads the certificate and settings; without it a renewed certificate is found within a minute. */
function reloadOnSignal({ http, tracker }: Server, config: Config): Disposable {
  const { clock, log } = tracker;
  const environment = readEnvironment();
  const watch = new CertificateWatch({ clock, log, server: http.fastify.server, config });
  const onSignal = () => reloadSettings(watch, { log }, environment, readEnvironment());
  process.on('SIGHUP', onSignal);
  return {
    [Symbol.dispose]() {
      process.off('SIGHUP', onSignal);
      watch[Symbol.dispose]();
    },
  };
}

export const command = commandOf(about, [serve]);

function warnOfNames({ unknownSettings, renamedSettings, retiredSettings }: Config, log: Logger): void {
  for (const sentence of retiredSettings) log.warn(sentence);
  for (const name of unknownSettings) log.warn(`unknown setting ${name}: docs/configuration.md lists all settings`);
  for (const { from, to } of renamedSettings)
    log.warn(`the setting ${from} is now called ${to}; the old name works until the next major version`);
}

/** Prints the link for setting the operator password, but only on a terminal: other output may be stored and read by others. */
async function welcome({ tracker, url }: Server, io: CommandIo): Promise<void> {
  if (!io.isTerminal) {
    tracker.log.warn('the operator password is not set; `tracker operator link` prints a link for setting it');
    return;
  }
  const path = await tracker.operator.makeSetupPath(actor());
  io.out(`\nThe operator password is not set. ${setupText(url, path)}\n`);
}
