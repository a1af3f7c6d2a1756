/** A release that is newer than what runs here. */
export interface NewerRelease {
  readonly version: string;
  /** What runs here. */
  readonly current: string;
  /** The day: `2024-04-06`. */
  readonly released: string;
  /** What changes, in a sentence, and in a line each. */
  readonly summary: string;
  readonly changes: readonly string[];
  /** What becomes of the data, in a sentence. */
  readonly data: string;
}

/** Looks for releases, where the operator wants it. */
export interface ReleaseNotice {
  /** Null: none is known. */
  readonly newer: NewerRelease | null;
  /** Why the last look failed; null when it did not. */
  readonly problem: string | null;
}
