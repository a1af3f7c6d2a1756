import type { Config } from '../config/config.ts';
import type { Place } from '../server/place/place.ts';
import type { Options } from './options.ts';

/** A command. `main.ts` finds it by name, passes it the arguments, and exits with the code it returns. */
export interface Command {
  /** One or two words: `migrate`, `pilot`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The text of `--help`, with examples. */
  readonly usage: string;
  /** The ways to write it, from which the completion of shells is derived. */
  readonly forms: readonly FormWords[];
  /** Whether it switches to the rights of each folder's owner itself, or uses no folder of the server: the process stays root. */
  readonly actsForOwner?: true;
  /** Whether no server may work in the data directory meanwhile: a service is stopped before, and started again afterwards. */
  stopsServer?(args: readonly string[]): boolean;
  /** Whether it may create the data directory; absent: never, so that a mistyped `--data` creates nothing. */
  mayMakeData?(args: readonly string[]): boolean;
  /**
   * Returns the exit code: 0 success, 1 failure, 2 invalid arguments.
   * Throws `CommandError` for errors that the user can fix; anything else that is thrown is a bug.
   */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

/** The words and options of one way to write a command. */
export interface FormWords {
  /** The second word (`add`); absent where the command has one form. */
  readonly name?: string;
  /** Names of what follows; one that ends with `?` may be left out, and a last one that ends with `*` may also be repeated. */
  readonly positionals?: readonly string[];
  readonly options?: Options;
}

export interface CommandIo {
  /** One or more lines on standard output, without the last line feed. */
  out(text: string): void;
  /** The same on standard error. */
  err(text: string): void;
  /** True with `--json`: print one JSON document on standard output instead of text. */
  readonly json: boolean;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Width of the terminal in characters, into which tables are cut; null in a pipe or file, where nothing is cut. */
  readonly columns: number | null;
  /** Folder of the journal and the embedded crew center: `--data`, or the default of the crew center. */
  readonly dataDirectory: string;
  /** The server's settings, including command-line options (`--data`, `--crew-center`, `--listen`). */
  readonly config: Config;
  /** What `--place` names; absent without it. */
  readonly place?: Place | undefined;
}

/** An error that the user can fix. The message says how; it is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  /** Stable code for scripts, in kebab case. */
  readonly code: string;
  /** Further members of the error with `--json`; the message contains the same in words. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, exitCode = 1, more: { readonly code?: string; readonly details?: object } = {}) {
    super(message);
    this.exitCode = exitCode;
    this.code = more.code ?? (exitCode === 2 ? 'invalid-arguments' : 'failed');
    this.details = { ...more.details };
  }
}
