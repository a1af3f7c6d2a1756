import type { Severity } from './finding-kind.ts';
import type { FindingName } from './finding-kinds.ts';

/** Something that was seen to be wrong; what it means and how it is mended follows from its name. */
export interface Observation {
  readonly name: FindingName;
  /** A path or an address. */
  readonly subject: string;
  /** What was seen, in a few words; never a secret. */
  readonly evidence: string;
  /** Where it differs from the usual one. */
  readonly severity?: Severity;
  /** What `tracker check --fix` may do about it. */
  readonly repair?: Repair;
}

export interface Repair {
  /** Files and folders that may be moved to a backup: by themselves, or only when they are named. */
  readonly paths?: readonly string[];
  readonly isMovedUnasked?: boolean;
  /** Files and folders (with a slash at their end) that a rule of the web server has to deny. */
  readonly deny?: readonly string[];
  /** The rule that switches listings off. */
  readonly hidesLists?: true;
}
