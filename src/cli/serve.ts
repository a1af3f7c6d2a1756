import { type Config, readEnvironment } from '../config/config.ts';
import type { Logger } from '../lib/log.ts';
import { endLogOutput } from '../lib/log-output.ts';
import { openServer, type Server } from '../server/app.ts';
import { configOf, membershipOf, type Part } from '../server/processes/part.ts';
import { CertificateWatch, reloadSettings } from '../server/reload.ts';
import { actor } from './actor.ts';
import type { CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { prepareFive } from './crew-center/five.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { readProcesses, receivePart, serveProcesses, stopMessage, tellReady } from './serve-processes.ts';
import { setupText } from './setup-link.ts';
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
  options: { processes: { value: 'NUMBER', about: 'processes that share the pilots (default 1)' } },
  async run(given, io) {
    const part = await receivePart();
    const config = { ...io.config, processes: readProcesses(given.option('processes')) ?? io.config.processes };
    try {
      if (part !== null) return await serveOne(configOf(part, config), io, part);
      return await (config.processes > 1 ? serveProcesses(config) : serveOne(config, io, null));
    } finally {
      // Else the line to the process that started this one keeps it alive.
      if (part !== null) process.disconnect();
      endLogOutput();
    }
  },
});

/** @param part - the pilots of this process; null when it serves all of them */
async function serveOne(config: Config, io: CommandIo, part: Part | null): Promise<number> {
  const stop = part === null ? stopSignal() : stopMessage();
  const { crewCenter: kind } = config;
  const isFirst = part === null || part.process === 1;
  const isFive = kind.kind === 'embedded' && kind.version === '5';
  const passwords = isFive && isFirst ? await prepareFive(config.dataDirectory.path) : null;
  await using server = await openServer({ config, ...(part && { membership: membershipOf(part, config) }) });
  const { log, crewCenter, dataDirectory } = server.tracker;
  using _reload = reloadOnSignal(server, config);
  const which = part === null ? {} : { process: part.process, pid: process.pid };
  log.info({ url: server.url, crewCenter: crewCenter.name, data: dataDirectory, ...which }, `ready at ${server.url}`);
  if (part !== null) tellReady();
  if (passwords !== null) log.warn({ file: passwords }, 'the demo pilots have a new password; see the file');
  if (isFirst) warnOfNames(config, log);
  if (isFirst && !server.hasPassword) await welcome(server, io);
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

function warnOfNames({ unknownSettings, renamedSettings }: Config, log: Logger): void {
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
