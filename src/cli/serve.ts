import { type Config, readEnvironment } from '../config/config.ts';
import { processesRetired } from '../config/environment.ts';
import type { Logger } from '../lib/log.ts';
import { endLogOutput } from '../lib/log-output.ts';
import { actor } from '../lib/user-name.ts';
import { openServer, type Server } from '../server/app.ts';
import { CertificateWatch, reloadSettings } from '../server/reload.ts';
import { setupText } from '../server/setup-link.ts';
import type { CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { prepareFive } from './crew-center/five.ts';
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
  ],
};

const serve = form({
  withoutData: true,
  options: { processes: { value: 'NUMBER', about: 'no effect any more: one process serves' } },
  async run(given, io) {
    const processes = given.option('processes');
    const isAskedForMore = processes !== null && processes !== '1';
    try {
      return await serveUntilStopped(io, isAskedForMore ? [`--processes has no effect. ${processesRetired}`] : []);
    } finally {
      endLogOutput();
    }
  },
});

/** @param warnings - about the command line */
async function serveUntilStopped(io: CommandIo, warnings: readonly string[]): Promise<number> {
  const { config } = io;
  const stop = stopSignal();
  const { crewCenter: kind } = config;
  const isFive = kind.kind === 'embedded' && kind.version === '5';
  const passwords = isFive ? await prepareFive(config.dataDirectory.path) : null;
  await using server = await openServer({ config });
  const { log, crewCenter, dataDirectory } = server.tracker;
  using _reload = reloadOnSignal(server, config);
  log.info({ url: server.url, crewCenter: crewCenter.name, data: dataDirectory }, `ready at ${server.url}`);
  if (passwords !== null) log.warn({ file: passwords }, 'the demo pilots have a new password; see the file');
  warnOfNames(config, log);
  for (const warning of warnings) log.warn(warning);
  if (!server.hasPassword) await welcome(server, io);
  await stop;
  log.info('stopping: finishing the requests in progress');
  return 0;
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
