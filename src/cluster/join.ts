import { type Elsewhere, movingNow } from '../http/elsewhere.ts';
import type { Journal } from '../journal/journal.ts';
import type { CorrectedClock } from '../lib/clock.ts';
import { override } from '../lib/override.ts';
import type { Platform } from '../platform/port.ts';
import { Changes } from '../tracking/flight/changes.ts';
import type { SeenFlight, Tracking } from '../tracking/running.ts';
import { isKeySession } from '../tracking/sessions/session-model.ts';
import { clusterCalls } from './cluster-calls.ts';
import type { PeerMethods } from './door.ts';
import { FlightBoard } from './flight-board.ts';
import { FlightMirror } from './flight-mirror.ts';
import { type Asked, type Members, watchHolders } from './members.ts';
import { askPart, peerCalls } from './peer-calls.ts';
import { type ClockNotice, PeerClocks } from './peer-clocks.ts';
import { Routing } from './routing.ts';
import { wholeJournal } from './whole-journal.ts';
import { operatorOver } from './whole-operator.ts';

export interface JoinNeeds {
  readonly members: Members;
  /** The flights of this server. */
  readonly own: Tracking;
  readonly journal: Journal;
  readonly platform: Platform;
  /** Corrected where the others agree that it is wrong. */
  readonly clock: CorrectedClock;
  readonly onError: (error: unknown) => void;
  /** Names this start of the server. */
  readonly start: string;
  /** What is noticed of this server's clock. */
  readonly onClock?: (notice: ClockNotice) => void;
}

/** This server as one of several. */
export interface Joined extends AsyncDisposable {
  /** What is seen and done over all servers: its calls are for requests that this server answers. */
  readonly tracking: Tracking;
  /** The own journal, with the reads of the pages over all servers. */
  readonly journal: Journal;
  readonly elsewhere: Elsewhere;
  /** This server's clock beside those of the others. */
  readonly clocks: PeerClocks;
  /** What peers may call here. */
  readonly methods: PeerMethods;
  /** Asks every server what changed there, without waiting for the next second. */
  look(): Promise<void>;
}

/** Makes one of several servers out of one that knows its own flights. */
export function joinCluster(needs: JoinNeeds): Joined {
  const { members, own, journal, platform, clock, onError, start, onClock = () => undefined } = needs;
  const changes = new Changes(onError);
  const listening = own.changes.listen((change) => changes.notify(change));
  const board = new FlightBoard(own.flights, own.changes, start);
  const mirror = new FlightMirror(members, changes, clock, onError, own.flights);
  const clocks = new PeerClocks({ members, clock, onError, notice: onClock });
  const routing = new Routing({ members, calls: own.calls, platform, clock });
  const watch = () => watchHolders(members);
  // For peers: this server may not say of what it takes over, and has not read yet, that there is no such thing.
  const here = wholeJournal(journal, { peers: () => [] }, watch);
  const flights: Iterable<SeenFlight> = {
    *[Symbol.iterator]() {
      yield* own.flights;
      yield* mirror;
    },
  };
  return {
    tracking: {
      calls: clusterCalls({ calls: own.calls, routing, platform, others: mirror }),
      operator: operatorOver(members, own.operator, journal),
      changes,
      flights,
      follow: own.follow,
      forPeers: own.forPeers,
      close: own.close,
    },
    journal: wholeJournal(journal, members, watch),
    elsewhere: routing,
    clocks,
    look: () => mirror.round(),
    methods: {
      ...peerCalls(own, here, { board, machine: clock.machine, members }),
      pilotOf: pilotOfOver(members, own.forPeers),
    },
    async [Symbol.asyncDispose]() {
      await clocks.close();
      await mirror.close();
      board[Symbol.dispose]();
      listening[Symbol.dispose]();
    },
  };
}

/**
 * Whose a session is. Of a partition that is taken over at this moment the sessions are not read yet: nobody may say that one
 * is nobody's. Whose an API key is, the crew center knows.
 */
function pilotOfOver(members: Members, own: Tracking['forPeers']): Tracking['forPeers']['pilotOf'] {
  return (tokenHash) => {
    const pilotId = own.pilotOf(tokenHash);
    if (pilotId === null && !isKeySession(tokenHash) && !members.isWhole()) throw movingNow();
    return pilotId;
  };
}

/** Returns the same journal, except that the others hear of each failed login, so that its limits are those of all servers. */
export function withSharedFailures(journal: Journal, members: Asked): Journal {
  return override(journal, {
    async saveLoginFailure(failure) {
      // Who does not answer counts less, and nobody waits for it.
      for (const peer of members.peers()) askPart(peer, 'noteLoginFailure', failure).catch(() => undefined);
      return journal.saveLoginFailure(failure);
    },
  });
}
