import type { Command } from '../../src/cli/command.ts';
import { globalOptions } from '../../src/cli/global-options.ts';
import type { Options } from '../../src/cli/options.ts';

/** What the manual says of a package. */
export interface ManualOf {
  /** What one types: `va-tracker`. */
  readonly program: string;
  readonly version: string;
  /** Its data directory, for which the help has examples. */
  readonly data: string;
  /** Date of the page, in seconds. */
  readonly mtime: number;
  readonly files: readonly (readonly [path: string, about: string])[];
}

/** The page of section 1 as man(7) reads it, from the same tables as `--help`. */
export function manualPage(commands: readonly Command[], { program, version, data, mtime, files }: ManualOf): string {
  const own = (text: string) =>
    text
      .replaceAll(/(?<![\w/@.-])tracker(?= )/g, program)
      .replaceAll(/(?<![\w/.])(?:\.\/data|\/var\/lib\/tracker)(?![\w/])/g, data);
  const date = new Date(mtime * 1_000).toISOString().slice(0, 10);
  return [
    `.TH ${program.toUpperCase()} 1 ${date} "${version}" "Tracker"`,
    '.SH NAME',
    `${roff(program)} \\- flight\\-tracking server between ACARS clients and a crew center`,
    '.SH SYNOPSIS',
    `.B ${roff(program)}\n.I COMMAND\n[options]`,
    '.SH DESCRIPTION',
    roff(
      'Receives the positions of desktop ACARS clients, shows a live map, and files PIREPs with phpVMS 5 or 7 or with the crew center that is included.',
    ),
    '.SH OPTIONS OF EVERY COMMAND',
    ...Object.entries(globalOptions as Options).map(([name, { value, about = '' }]) =>
      entry(`--${name}${value === undefined ? '' : ` ${value}`}`, own(about)),
    ),
    '.SH COMMANDS',
    ...commands.map(({ name, usage }) => `.SS ${roff(name)}\n${literal(own(usage))}`),
    '.SH EXIT STATUS',
    ...[
      ['0', 'success'],
      ['1', 'failure'],
      ['2', 'invalid arguments'],
    ].map(([code = '', about = '']) => entry(code, about)),
    '.SH FILES',
    ...files.map(([path, about]) => entry(path, about)),
    '.SH SEE ALSO',
    '.BR systemctl (1),\n.BR journalctl (1)',
    '',
  ].join('\n');
}

const entry = (term: string, about: string) => `.TP\n.B ${roff(term)}\n${roff(about)}`;

/** Lines that are printed as they are. */
function literal(text: string): string {
  return `.nf\n${roff(text)}\n.fi`;
}

/** A backslash, a hyphen, and a point or an apostrophe at the start of a line mean something to roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');
}
