import type { ClosedLoad } from '../closed-load.ts';

/** A program that takes reports and acknowledges them, beside ours. */
export interface Peer extends AsyncDisposable {
  readonly name: string;
  readonly target: Pick<ClosedLoad, 'port' | 'path' | 'connections' | 'wire'>;
  /** Where it keeps what it is given, when its power can be cut. */
  readonly directory: string | null;
  /** How many reports it holds. */
  count(): Promise<number>;
  /** Ends it with -9. */
  kill(): Promise<void>;
  /** Starts it again on what is there. @param env - of its process, beside our own */
  start(env?: Readonly<Record<string, string>>): Promise<void>;
}

/** So many pilots report at the same time. */
export const connections = 1_000;
