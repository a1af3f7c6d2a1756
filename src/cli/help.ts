import type { Command } from './command.ts';
import type { Form } from './form.ts';
import { globalOptions } from './global-options.ts';
import type { Option, Options } from './options.ts';

/** What `--help` says of a command besides its forms and options. */
export interface About extends Pick<Command, 'name' | 'summary' | 'actsForOwner'> {
  /** What it does, in a paragraph or a few. */
  readonly text: string;
  /** Command lines to copy. */
  readonly examples?: readonly string[];
}

/** Forms with more options than this name them below only. */
const mostInLine = 4;

/** The text of `tracker NAME --help`. */
export function helpOf({ name, text, examples = [] }: About, forms: readonly Form[]): string {
  const lines = forms.map((form) => `tracker ${synopsisOf(name, form)}`);
  const told = Object.assign({}, ...forms.map(({ options }) => options)) as Options;
  const paragraphs = [
    `Usage: ${lines.join('\n       ')}`,
    text,
    optionLines(told),
    examples.length === 0 ? '' : `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    `Options of every command (${Object.keys(globalOptions)
      .map((each) => `--${each}`)
      .join(', ')}): tracker --help`,
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

/** The text of `tracker --help`. */
export function usageOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `tracker: the flight-tracking server between ACARS clients and a crew center

tracker COMMAND [options]

${lines.join('\n')}

Options of every command
${optionLines(globalOptions)}

Examples
  tracker demo                                  a small airline, a flight that flies, its PIREP
  tracker serve                                 the embedded crew center
  tracker serve --crew-center /var/www/phpvms   in front of the crew center you have
  tracker fly --help                            fly a test flight against any base URL

Exit codes: 0 done · 1 it could not be done · 2 the arguments are wrong`;
}

/** The words of a form: `pilot add`. */
export function formName(command: string, { name }: Pick<Form, 'name'>): string {
  return name === undefined ? command : `${command} ${name}`;
}

function synopsisOf(command: string, form: Form): string {
  const { positionals = [], options = {} } = form;
  const words = positionals.map((name) => (name.endsWith('?') ? `[${name.slice(0, -1)}]` : name));
  const entries = Object.entries(options);
  const taken = entries.map(([name, option]) => {
    const text = spell(name, option);
    return option.required === true ? text : `[${text}]`;
  });
  const shown = entries.length > mostInLine ? ['[options]'] : taken;
  return [formName(command, form), ...words, ...shown].join(' ');
}

/** One option a line, what it does beside it; a default stands at the end. */
function optionLines(options: Options): string {
  const told = Object.entries(options).filter(([, { about }]) => about !== undefined);
  const width = Math.max(0, ...told.map(([name, option]) => spell(name, option).length));
  const gap = `\n${' '.repeat(width + 4)}`;
  return told
    .map(([name, option]) => {
      const usual = option.default === undefined ? '' : ` (${option.default})`;
      return `  ${spell(name, option).padEnd(width)}  ${option.about?.replaceAll('\n', gap)}${usual}`;
    })
    .join('\n');
}

function spell(name: string, { value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
