import type { Command } from './command.ts';

/** The text of `tracker --help`. */
export function usageOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `tracker: the flight-tracking server between ACARS clients and a crew center

tracker COMMAND [options]

${lines.join('\n')}

Options of every command
  --data DIR          where journal and embedded crew center lie (default ./data)
  --crew-center DIR   the folder of a phpVMS 7 or phpVMS 5; without it the embedded crew center is used
  --listen ADDRESS    where to listen (default 127.0.0.1:8787)
  --json              one JSON document instead of words
  --help, --version

Examples
  tracker demo                                  a small airline, a flight that flies, its PIREP
  tracker serve                                 the embedded crew center
  tracker serve --crew-center /var/www/phpvms   in front of the crew center you have
  tracker fly --help                            fly a test flight against any base URL

Exit codes: 0 done · 1 it could not be done · 2 the arguments are wrong`;
}
