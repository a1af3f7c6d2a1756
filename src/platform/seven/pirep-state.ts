import type { HostPirep } from '../port.ts';

/** Version 7's `pireps.state` (app/Models/Enums/PirepState.php). */
export const pirepState = {
  inProgress: 0,
  pending: 1,
  accepted: 2,
  cancelled: 3,
  deleted: 4,
  draft: 5,
  rejected: 6,
  paused: 7,
} as const;

/** Null where the host says it is deleted. */
export function hostPirepState(state: number): HostPirep['state'] | null {
  switch (state) {
    case pirepState.inProgress:
    case pirepState.draft:
    case pirepState.paused:
      return 'open';
    case pirepState.pending:
      return 'pending';
    case pirepState.accepted:
      return 'accepted';
    case pirepState.rejected:
      return 'rejected';
    case pirepState.cancelled:
      return 'cancelled';
    case pirepState.deleted:
      return null;
    default:
      throw new Error(`the crew center holds a PIREP in the unknown state ${state}`);
  }
}
