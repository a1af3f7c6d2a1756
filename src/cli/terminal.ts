import { type Environment, readEnvironment } from '../config/config.ts';
import { printable } from '../lib/printable.ts';

/** Where a command is typed and what it prints on. */
export interface Terminal {
  /** One or more lines on standard output, without the last line feed. */
  out(text: string): void;
  /** The same on standard error. */
  err(text: string): void;
  readonly isTerminal: boolean;
  /** Width in characters; null unless standard output is a terminal. */
  readonly columns: number | null;
  readonly environment: Environment;
}

/** The terminal, pipe or file of this process. */
export function openTerminal(): Terminal {
  const environment = readEnvironment();
  const isTerminal = process.stdout.isTTY === true;
  return {
    out: (text) => console.log(printable(text)),
    err: (text) => console.error(printable(text)),
    isTerminal,
    columns: isTerminal ? readColumns(environment, process.stdout.columns) : null,
    environment,
  };
}

/** The variable `COLUMNS`, else the width that the terminal reports, else 80 (POSIX, Environment Variables). */
export function readColumns({ COLUMNS }: Environment, reported: number | undefined): number {
  const wanted = Number(COLUMNS);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : (reported ?? 80);
}
