import type { Command } from './command.ts';
import type { Form } from './form.ts';
import { globalOptions } from './global-options.ts';
import type { Option, Options } from './options.ts';

/** Text of `--help` besides the forms and options of a command. */
export interface About extends Pick<Command, 'name' | 'summary' | 'actsForOwner'> {
  /** What it does, in one or more paragraphs. */
  readonly text: string;
  /** Command lines to copy. */
  readonly examples?: readonly string[];
}

/** Forms with more options than this show them only in the list below. */
const maxInLine = 4;

/** The text of `tracker NAME --help`. */
export function helpOf({ name, text, examples = [] }: About, forms: readonly Form[]): string {
  const lines = forms.map((form) => `tracker ${synopsisOf(name, form)}`);
  const described = Object.assign({}, ...forms.map(({ options }) => options)) as Options;
  const paragraphs = [
    `Usage: ${lines.join('\n       ')}`,
    text,
    optionLines(described),
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
  tracker demo                                  a small airline with a demo flight and its PIREP
  tracker serve                                 with the embedded crew center
  tracker serve --crew-center /var/www/phpvms   with an existing phpVMS
  tracker fly --help                            fly a test flight against any base URL

Exit codes: 0 success · 1 failure · 2 invalid arguments. With --json, an error is {"error":{"message","code"}} on standard output.`;
}

/** Returns the full name of a form: `pilot add`. */
export function formName(command: string, { name }: Pick<Form, 'name'>): string {
  return name === undefined ? command : `${command} ${name}`;
}

function synopsisOf(command: string, form: Form): string {
  const { positionals = [], options = {} } = form;
  const words = positionals.map(spellPositional);
  const entries = Object.entries(options);
  const taken = entries.map(([name, option]) => {
    const text = spell(name, option);
    return option.required === true ? text : `[${text}]`;
  });
  const shown = entries.length > maxInLine ? ['[options]'] : taken;
  return [formName(command, form), ...words, ...shown].join(' ');
}

/** `FOLDER?` as `[FOLDER]`, `PATH*` as `[PATH…]`. */
export function spellPositional(name: string): string {
  if (name.endsWith('*')) return `[${name.slice(0, -1)}…]`;
  return name.endsWith('?') ? `[${name.slice(0, -1)}]` : name;
}

/** Formats one option per line with its description and default. */
function optionLines(options: Options): string {
  const described = Object.entries(options).filter(([, { about }]) => about !== undefined);
  const width = Math.max(0, ...described.map(([name, option]) => spell(name, option).length));
  const gap = `\n${' '.repeat(width + 4)}`;
  return described
    .map(([name, option]) => {
      const usual = option.default === undefined ? '' : ` (${option.default})`;
      return `  ${spell(name, option).padEnd(width)}  ${option.about?.replaceAll('\n', gap)}${usual}`;
    })
    .join('\n');
}

function spell(name: string, { value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
