import type { KnownPilot } from '../journal/journal.ts';
import type { FinishResult, Session } from './calls.ts';
import type { FlightView } from './figures/flight-view.ts';
import type { Correction, Flight, FlightPageRequest, Judgement } from './model.ts';

/** The operator's calls, with or without a running server. */
export interface OperatorCalls {
  listFlights(filter: {
    readonly states?: readonly Flight['state'][];
    /** Only flights that ended at or after this instant. */
    readonly endedSince?: number;
    readonly limit?: number;
  }): Promise<readonly FlightView[]>;
  /** Newest first, one page at a time: `next` is `before` of the next page, which may be empty; null at the end. */
  pageFlights(
    request: FlightPageRequest,
  ): Promise<{ readonly flights: readonly FlightView[]; readonly next: number | null }>;
  /** Returns any pilot's flight by its id, live or ended; null when there is none. */
  readFlight(flightId: string): Promise<FlightView | null>;
  /** Ends the flight as abandoned, its PIREP cancelled, its track kept. */
  releaseFlight(actor: string, flightId: string, reason: string): Promise<Flight>;
  finishFlight(actor: string, flightId: string, reason: string | null): Promise<FinishResult>;
  cancelFlight(actor: string, flightId: string, reason: string): Promise<Flight>;
  /** Without the hashes of their tokens, which nobody has to see. */
  listSessions(): Promise<readonly ListedSession[]>;
  /** Ends the sessions of this pilot (null: of all pilots), or one of them by its id in the list. Returns how many. */
  endSessions(actor: string, pilotId: string | null, sessionId?: string): Promise<number>;
  /**
   * Yields what the server keeps of this pilot, as pieces of one JSON document.
   * @param there - the pilot as the crew center knows them: staff may have notes of one who has no flight and no session
   */
  exportPilot(ident: string, there?: KnownPilot): Promise<AsyncIterable<string>>;
  /** Returns the pilot whom `erasePilot` would erase, and fails as it would. */
  findErasable(ident: string): Promise<KnownPilot>;
  /** Removes the pilot from the journal, with what else they are known by, and ends their sessions. */
  erasePilot(actor: string, ident: string, also?: FurtherNames): Promise<ErasedPilot>;
  /**
   * Judges a filed flight again by this rule set, and has the crew center follow as far as it can. What staff decided of the PIREP since
   * stays. Judging by a set that it was judged by changes nothing.
   * @throws Refusal `flight-not-found`; `invalid` for a flight without a PIREP; `not-found` for an unknown set
   */
  judgeAgain(actor: string, flightId: string, set: number): Promise<JudgedAgain>;
  /**
   * Corrects figures of a filed PIREP, at the crew center first. What was measured is kept beside them.
   * @throws Refusal `flight-not-found`; `invalid` for a flight without a PIREP; `not-offered` where staff correct PIREPs on pages of the crew center itself
   */
  correctPirep(actor: string, flightId: string, wish: Pick<Correction, 'reason' | 'figures'>): Promise<Flight>;
  listOutbox(): Promise<readonly OutboxEntry[]>;
  retryOutbox(actor: string, flightId: string): Promise<void>;
  setAside(actor: string, flightId: string, reason: string): Promise<void>;
}

/** A session as the operator sees it. */
export interface ListedSession extends Omit<Session, 'tokenHash'> {
  /** Names it; no part of its token. */
  readonly id: string;
  /** Whether a client with an API key has it, which would be back with its next request. */
  readonly isByKey: boolean;
}

/** What became of a flight that was judged again. */
export interface JudgedAgain {
  readonly flightId: string;
  /** States of the PIREP at the crew center. */
  readonly before: string;
  readonly after: string;
  readonly judgement: Judgement;
}

/** What waits for the crew center. */
export interface OutboxEntry {
  readonly flight: Flight;
  readonly undelivered: number;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly nextTryAt: number | null;
}

/** What else a pilot is known by, beside the ident and the name of their flights. */
export interface FurtherNames {
  /** Addresses and idents. */
  readonly words: readonly string[];
  readonly names: readonly string[];
  /** Keys with which they signed in. */
  readonly keys: readonly string[];
  /** Who it is, if the journal has no flight and no session of them. */
  readonly pilot?: KnownPilot | undefined;
}

export interface ErasedPilot extends KnownPilot {
  /** Whether what deleted rows leave in the files is overwritten; else that follows within minutes. */
  readonly isScrubbed: boolean;
}
