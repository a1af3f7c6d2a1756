import type { Counters } from './counters.ts';
import type { Generation } from './front.ts';
import type { Ledger } from './ledger.ts';
import type { Network } from './network.ts';
import type { Sortie } from './sortie.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A pilot's account at the crew center. */
export interface Account {
  readonly id: string;
  readonly login: string;
  /** Both may be changed at the crew center, and are typed in again. */
  password: string;
  apiKey: string;
}

/** What a pilot has around: the world, as far as pilots use it. */
export interface Surroundings {
  readonly time: VirtualTime;
  readonly network: Network;
  readonly ledger: Ledger;
  readonly counters: Counters;
  /** Whether pilots are to come to an end: nobody begins another flight. */
  readonly isCalm: boolean;
  readonly generation: Generation;
  /** Where the crew center is found. */
  readonly baseUrl: string;
  beginSortie(pilotId: string): Sortie;
  /** Gives the pilot something to fly. */
  offerBid(pilotId: string): void;
  note(line: string): void;
  /** Called with what no program may throw. */
  bug(error: unknown): void;
}

/** Somebody with a client, which may crash. */
export interface Pilot {
  readonly name: string;
  readonly account: Account;
  /** Whether nothing is left to do. */
  readonly isDone: boolean;
  /** Whether the client is running. */
  readonly isRunning: boolean;
  boot(): void;
  /** Ends the client at once, with or without what it has stored. */
  crash(keepsStore: boolean): void;
  /** Cuts the client's own connection, or restores it. */
  setOffline(isOffline: boolean): void;
  /** Sets the client's clock wrong by so much. */
  setClock(skewMs: number): void;
}
