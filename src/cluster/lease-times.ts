/** How long what lasts, in milliseconds on each server's own monotonic clock. */
export interface LeaseTimes {
  /** From one beat to the next. */
  readonly roundMs: number;
  /** A server's own lease ends this long after it began to write its last committed beat. */
  readonly ownMs: number;
  /** Another server's partitions are taken after its beat stood still for so long. */
  readonly takeMs: number;
  /** The cluster stands still for so long when one of its nodes dies. */
  readonly standstillMs: number;
  /** The row of a server is removed after its beat stood still for so long. */
  readonly forgetMs: number;
}

/**
 * `ownMs` is longer than commits stand still when a node of the database dies (`standstillMs`, with the times of docs/scaling.md).
 * `takeMs` is longer by a ninth, far beyond the drift of clocks: the clock of the one that looks may run 5 % too fast and that of the owner 5 %
 * too slowly. It leaves time to restore, and for clients to try again, within 10 s of a death.
 */
export const leaseTimes: LeaseTimes = {
  roundMs: 500,
  ownMs: 4_500,
  takeMs: 5_000,
  standstillMs: 3_000,
  forgetMs: 60_000,
};
