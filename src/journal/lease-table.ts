/** One run of a server; it has another id after a restart. */
export interface ServerIdentity {
  /** Unique for each run: letters and digits. */
  readonly id: string;
  /** Where the other servers reach it: `http://10.0.0.1:8080`. */
  readonly address: string;
  readonly version: string;
}

/** What a server says of itself, and of the others, with each sign of life. */
export interface ServerState {
  /** It stops gracefully: it hands over what it holds and takes nothing. */
  readonly isLeaving: boolean;
  /** Ids of the servers that it asked in vain for seconds. */
  readonly unheard: readonly string[];
}

/** A server as its row in the cluster shows it. */
export interface ServerRow extends ServerIdentity, ServerState {
  /** Goes up by one with each sign of life. Only whether it moved counts, never by whose clock. */
  readonly beat: number;
}

export interface PartitionRow {
  readonly id: number;
  /** Goes up by one with each new owner. Every transaction with the partition's data is bound to it. */
  readonly epoch: number;
  /** Id of the server that holds the lease; null when none does. */
  readonly owner: string | null;
}

export interface LeaseView {
  readonly servers: readonly ServerRow[];
  readonly partitions: readonly PartitionRow[];
  /** A newer version has changed the rows of the journal so that this one may not go on with them: it leaves. Absent: no. */
  readonly isForNewer?: boolean;
}

/**
 * The rows that the servers of a cluster share. Every method rejects with `DatabaseUnavailable` when the cluster does not
 * answer; whether its change was made is then unknown, and seen by the next `read`.
 */
export interface LeaseTable {
  /** Everything that was committed before the call, wherever it was committed. */
  read(): Promise<LeaseView>;
  /** Moves the server's beat by one and makes its row if there is none; resolves when it is committed. */
  beat(server: ServerIdentity, state: ServerState): Promise<void>;
  /** Makes `owner` the owner under the next epoch, which it returns; null when the epoch is not `epoch` any more. */
  take(partition: number, epoch: number, owner: string): Promise<number | null>;
  /** Leaves the partition without an owner; nothing happens when the epoch is not `epoch` any more. */
  release(partition: number, epoch: number): Promise<void>;
  /** Removes the server's row unless its beat moved since; `beat` null removes it in any case. */
  forget(id: string, beat: number | null): Promise<void>;
}
