import { openServer } from '../app.ts';
import type { Command } from './command.ts';
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
  async run(args, { config, out }) {
    readArguments('serve', { positionals: [], options: {} }, args, usage);
    const stop = stopSignal();
    await using server = await openServer({ config });
    const { log, crewCenter, dataDirectory } = server.tracker;
    log.info({ url: server.url, crewCenter: crewCenter.name, data: dataDirectory }, `ready at ${server.url}`);
    for (const name of config.unknownSettings)
      log.warn(`${name} is no setting of ours: docs/configuration.md has them all`);
    if (server.setupPath !== null) out(welcome(server.url, server.setupPath));
    await stop;
    log.info('stopping: finishing what is under way');
    return 0;
  },
};

/** Once, on the terminal and never in the log: the link that sets the operator's password. */
function welcome(url: string, path: string): string {
  const address = url.startsWith('unix:') ? `the crew center's site, then ${path}` : `${url}${path}`;
  return `\nNo operator's password is set. This link sets it, once:\n  ${address}\n`;
}
