import type { CommandIo, FormWords } from './command.ts';
import type { Options } from './options.ts';
import type { Done } from './reach.ts';

/** One form of a command: `pilot add NAME EMAIL [--airline CODE]`. */
export interface Form<O extends Options = Options> extends FormWords {
  /** Message for too few or too many arguments, if their names are not clear enough. */
  readonly asks?: string;
  readonly options?: O;
  /** Whether it creates a data directory or needs none; other forms are refused without one. */
  readonly withoutData?: true;
  /** Whether a service that serves the data directory is stopped meanwhile. */
  stopsServer?(given: Given<O>): boolean;
  run(given: Given<O>, io: CommandIo): Promise<number>;
  /** The entry for the audit log; absent if it changes nothing, or if the server writes the entry itself. */
  done?(given: Given<O>): Done;
}

/** The arguments of a command. */
export interface Given<O extends Options = Options> {
  /** Empty when omitted. */
  positional(index: number): string;
  /** The value of an option; null when it was not given and has no default. */
  option<N extends keyof O & string>(
    name: N,
  ): O[N] extends { default: string } | { required: true } ? string : string | null;
  flag(name: keyof O & string): boolean;
}

/** Returns the entry with its options' names as types. */
export function form<const O extends Options>(entry: Form<O>): Form {
  return entry;
}
