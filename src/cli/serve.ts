import { openServer, type Server } from '../server/app.ts';
import { actor } from './actor.ts';
import type { Command, CommandIo } from './command.ts';
import { prepareFive } from './crew-center/five.ts';
import { setupText } from './setup-link.ts';
import { stopSignal } from './stop-signal.ts';
import { readArguments } from './subcommands.ts';

const usage = `tracker serve [--data DIR] [--crew-center DIR] [--listen ADDRESS]

Serves one crew center until it is told to stop (SIGTERM or Ctrl-C); then it finishes what is under way.
Without --crew-center it serves the embedded one. Every other setting is an environment variable: docs/configuration.md.

Examples
  tracker serve
  tracker serve --listen 127.0.0.1:9000 --data /var/lib/tracker
  tracker serve --crew-center /var/www/phpvms`;

export const command: Command = {
  name: 'serve',
  summary: 'serve a crew center',
  usage,
  async run(args, io) {
    const { config } = io;
    readArguments('serve', { positionals: [], options: {} }, args, usage);
    const stop = stopSignal();
    const { crewCenter: kind } = config;
    const passwords =
      kind.kind === 'embedded' && kind.version === '5' ? await prepareFive(config.dataDirectory.path) : null;
    await using server = await openServer({ config });
    const { log, crewCenter, dataDirectory } = server.tracker;
    log.info({ url: server.url, crewCenter: crewCenter.name, data: dataDirectory }, `ready at ${server.url}`);
    if (passwords !== null) log.warn({ file: passwords }, 'the demo pilots have a new password; the file holds it');
    for (const name of config.unknownSettings)
      log.warn(`${name} is no setting of ours: docs/configuration.md has them all`);
    if (!server.hasPassword) await welcome(server, io);
    await stop;
    log.info('stopping: finishing what is under way');
    return 0;
  },
};

/** The link that sets the operator's password: to a terminal only, since what is printed elsewhere is kept and read by others. */
async function welcome({ tracker, url }: Server, io: CommandIo): Promise<void> {
  if (!io.isTerminal) {
    tracker.log.warn("no operator's password is set; `tracker operator link` prints the link that sets it");
    return;
  }
  const path = await tracker.operator.makeSetupPath(actor());
  io.out(`\nNo operator's password is set. ${setupText(url, path)}\n`);
}
