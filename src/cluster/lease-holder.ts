import type { LeaseTable, ServerIdentity, ServerRow } from '../journal/lease-table.ts';
import type { Clock } from '../lib/clock.ts';
import type { LeaseTimes } from './lease-times.ts';

/** Why a partition is lost: given away by us, taken by another server, or our lease ended because no beat was committed. */
export type LossReason = 'handover' | 'taken' | 'lapsed';

/** Who works with the partitions of this server. Calls for one partition are made one after the other. */
export interface LeaseHolder {
  /** The partition is ours under this epoch. When it rejects, the partition is given back. */
  gained(partition: number, epoch: number): Promise<void>;
  /**
   * Close what works with the partition. After `handover` the lease is still ours until this resolves, so that what waits
   * can be stored; otherwise nothing more may be written or answered. Must end on its own, also when the cluster is gone,
   * and must not reject.
   */
  lost(partition: number, epoch: number, reason: LossReason): Promise<void>;
}

/** What is worth a line in the log. */
export type LeaseNotice =
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | { readonly kind: 'reachable' }
  /** A newer version has changed the journal so that this one may not go on with it. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'lapsed'; readonly partitions: number }
  /** Most others do not hear this server, so that it hands over what it holds; `heard`: they do again. */
  | { readonly kind: 'unheard' | 'heard' }
  /** `seen`: joined, or back after it was silent. */
  | { readonly kind: 'silent' | 'seen'; readonly server: ServerRow }
  | { readonly kind: 'not-opened'; readonly partition: number; readonly error: unknown };

export interface LeaseOptions {
  readonly table: LeaseTable;
  /** Called with each beat: the id never changes. */
  readonly self: () => ServerIdentity;
  /** Ids of the other servers of which nothing was heard for seconds, although they were asked; none by default. */
  readonly unheard?: () => readonly string[];
  readonly clock: Clock;
  /** Milliseconds on a clock that nobody sets: `performance.now()`. */
  readonly monotonic: () => number;
  readonly holder: LeaseHolder;
  readonly notice: (notice: LeaseNotice) => void;
  readonly times?: LeaseTimes;
}
