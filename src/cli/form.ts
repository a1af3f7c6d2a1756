import type { CommandIo, FormWords } from './command.ts';
import type { Options } from './options.ts';
import type { Done } from './reach.ts';

/** One way to write a command: `pilot add NAME EMAIL [--airline CODE]`. */
export interface Form<O extends Options = Options> extends FormWords {
  /** What is said when they are too few or too many, where their names say too little. */
  readonly asks?: string;
  readonly options?: O;
  /** It begins a data directory, or needs none; every other form is refused where there is none. */
  readonly withoutData?: true;
  run(given: Given<O>, io: CommandIo): Promise<number>;
  /** What it did, for the audit log; absent where it changes nothing, or where the server writes it down itself. */
  done?(given: Given<O>): Done;
}

/** What was typed after the words of a command. */
export interface Given<O extends Options = Options> {
  /** Empty when it was left out. */
  positional(index: number): string;
  /** The text of an option, null when it was not given and has no default. */
  option<N extends keyof O & string>(
    name: N,
  ): O[N] extends { default: string } | { required: true } ? string : string | null;
  flag(name: keyof O & string): boolean;
}

/** The entry of a form, which knows the names of its options. */
export function form<const O extends Options>(entry: Form<O>): Form {
  return entry;
}
