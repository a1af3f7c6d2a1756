import type { Config } from '../config/config.ts';

/** A command. `main.ts` finds it by name, passes it the arguments, and exits with the code it returns. */
export interface Command {
  /** One or two words: `migrate`, `pilot`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The text of `--help`, with examples. */
  readonly usage: string;
  /** Switches to the rights of each folder's owner by itself, so the process stays root otherwise. */
  readonly actsForOwner?: true;
  /** Whether it may create the data directory; absent: never, so that a mistyped `--data` creates nothing. */
  mayMakeData?(args: readonly string[]): boolean;
  /**
   * Returns the exit code: 0 success, 1 failure, 2 invalid arguments.
   * Throws `CommandError` for errors that the user can fix; anything else that is thrown is a bug.
   */
  run(args: readonly string[], io: CommandIo): Promise<number>;
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
  /** Folder of the journal and the embedded crew center: `--data`, or the default of the crew center. */
  readonly dataDirectory: string;
  /** The server's settings, including command-line options (`--data`, `--crew-center`, `--listen`). */
  readonly config: Config;
}

/** An error that the user can fix. The message says how; it is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
