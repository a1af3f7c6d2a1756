import type { Journal } from '../../src/journal/journal.ts';
import type { OpenedWebhooks } from '../../src/server/webhooks.ts';
import type { Flight } from '../../src/tracking/model.ts';
import type { RuleCalls } from '../../src/tracking/rules/rule-calls.ts';
import type { Tracking } from '../../src/tracking/tracking.ts';
import type { Draws } from './chance.ts';
import type { StoredMarker } from './evidence.ts';
import type { Fortune } from './fortune.ts';
import type { Models } from './models.ts';
import type { Host } from './network.ts';
import type { Plan } from './plan.ts';
import type { Sortie } from './sortie.ts';
import type { Pilot, Surroundings } from './surroundings.ts';
import type { Life } from './virtual-time.ts';

/** What runs at the moment. */
export interface RunningServer {
  readonly isUp: boolean;
  readonly tracking: Tracking | null;
  readonly journal: Pick<Journal, 'stats' | 'readReports' | 'readNote'> | null;
  /** What staff do with the airline's rules; absent where several servers have none. */
  readonly rules?: RuleCalls | null;
  /** Absent where several servers have one of them in turn. */
  readonly webhooks?: OpenedWebhooks['webhooks'] | null;
}

/** Starts the server, and starts it again after it died. */
export interface ServerKeeper {
  /** The running process; null while there is none. */
  readonly server: RunningServer | null;
  /** The shortest silence after which a flight was to be abandoned, milliseconds. */
  readonly shortestSilenceMs: number;
  /** The processes that serve, each as its own pages see all flights. */
  processes(): readonly { readonly tracking: Tracking; readonly showsMap: boolean }[];
  /** Whether servers, or what is between them, keep each other waiting; absent where there is one. */
  readonly isTroubled?: boolean;
  kill(isSilent: boolean): void;
  /** Sets the clock of the server's machine wrong by so much. */
  setClock(skewMs: number): void;
  /** Ends the server in order, and starts it again, perhaps with other options. */
  restart(isUpgrade: boolean): void;
}

/** The same, for the world. */
export interface WorldKeeper extends ServerKeeper {
  boot(): void;
  /** Where the next request goes; null when nobody is there. */
  host(): Host | null;
  /** Ends what is wrong with the machines. */
  heal(): void;
}

/** The simulated world, as those see it who see everything: what must hold, and what goes wrong. */
export interface Scene extends Surroundings {
  readonly plan: Plan;
  readonly draws: Draws;
  readonly fortune: Fortune;
  readonly models: Models;
  readonly keeper: ServerKeeper;
  readonly server: RunningServer | null;
  readonly pilots: readonly Pilot[];
  readonly sorties: ReadonlyMap<number, Sortie>;
  /** What happens to everybody. */
  readonly life: Life;
  /** Flights that somebody other than their pilot has ended, or may have. */
  readonly endedByOthers: Set<string>;
  /** Pilots of whom another device has asked for something. */
  readonly rivals: Set<string>;
  /** When the operator last ended all sessions of a pilot, and when that was done; never when it was not confirmed. */
  readonly sessionsEnd: Map<string, { readonly calledAt: number; readonly doneAt: number }>;
  /** Pilots whom the operator has erased, or may have, and their flights that must not name them any more. */
  readonly erasures: Map<string, ReadonlySet<string>>;
  readonly steps: number;
  /** How long the faults have stopped, milliseconds. */
  readonly calmMs: number;
  /** What is not done yet, as sentences. */
  unfinished(): readonly string[];
  /** When it was confirmed that this flight is over; null when it was not. */
  endedAt(flightId: string): number | null;
  pilotIdOf(client: string): string;
  /** Whose flight this is, as the disk has it. */
  ownerOf(flightId: string): string | null;
  flightIdsOf(found: readonly StoredMarker[]): readonly string[];
  /** Whether several clients fly with this account. */
  isShared(pilotId: string): boolean;
  /** Whether people at the crew center have undone what was filed. */
  isLostByStaff(flight: Flight): boolean;
  /** A server has started on what the one before left. */
  judgeStart(): void;
}
