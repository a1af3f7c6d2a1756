import type { Config } from '../config.ts';

/** One word of the command line. `main.ts` finds it by name, gives it what follows, and exits with what it answers. */
export interface Command {
  /** One or two words: `migrate`, `pilot`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole text of `--help`, with examples. */
  readonly usage: string;
  /** Takes the rights of each folder's owner by itself, so that root stays root around it. */
  readonly actsForOwner?: true;
  /** Whether it may create the data directory; absent: never, so that a mistyped `--data` creates nothing. */
  mayMakeData?(args: readonly string[]): boolean;
  /**
   * Answers the exit code: 0 done, 1 it could not be done, 2 the arguments are wrong.
   * Throws `CommandError` for what the person can mend; anything else that is thrown is a bug.
   */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

export interface CommandIo {
  /** One or more lines on standard output, without the last line feed. */
  out(text: string): void;
  /** The same on standard error. */
  err(text: string): void;
  /** `--json` was given: one JSON document on standard output instead of words. */
  readonly json: boolean;
  /** A person reads standard output: it is a terminal. */
  readonly isTerminal: boolean;
  /** Where journal and embedded crew center lie: `--data`, or what belongs to the crew center. */
  readonly dataDirectory: string;
  /** The server's settings, with what the command line says of them (`--data`, `--crew-center`, `--listen`). */
  readonly config: Config;
}

/** Something the person at the keyboard can mend. The message says how; it is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
