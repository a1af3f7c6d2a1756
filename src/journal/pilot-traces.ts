/** What is erased of a pilot: everything by which they can be recognised. */
export interface PilotTraces {
  readonly pilotId: string;
  /** Idents and addresses: whole words that are replaced wherever they stand. */
  readonly words: readonly string[];
  readonly names: readonly string[];
  /** Digests of the names and keys with which the pilot signed in. */
  readonly loginHashes: readonly string[];
}
