import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import type { CrewCenterSettings, Platform } from '../platform/port.ts';
import { cancel } from './calls/cancel.ts';
import { finish } from './calls/finish.ts';
import { login, logout, resume } from './calls/login.ts';
import { operatorCalls } from './calls/operate.ts';
import { latestBid, listBids, readFlight } from './calls/read.ts';
import { recordEvents, report } from './calls/report.ts';
import { start } from './calls/start.ts';
import type { Calls, Session } from './calls.ts';
import { ChangeFollower, type ChangeHandler, type Follower } from './change-follower.ts';
import { Changes } from './changes.ts';
import { Delivery } from './delivery.ts';
import { DeliveryCursors } from './delivery-cursors.ts';
import { deskOf } from './desk.ts';
import { Joined } from './joined.ts';
import { LiveFlight } from './live-flight.ts';
import { LiveFlights } from './live-flights.ts';
import { LoginLimit } from './login-limit.ts';
import { repeatEvery } from './loop.ts';
import type { OperatorCalls } from './operator-calls.ts';
import type { Parts, TrackingOptions } from './parts.ts';
import { PilotLocks } from './pilot-locks.ts';
import { isRefusal } from './refusals.ts';
import { Sealing } from './sealing.ts';
import { Sessions } from './sessions.ts';
import { Sweep } from './sweep.ts';
import { Waits } from './waiting.ts';

/** The core at work. */
export interface Tracking {
  readonly calls: Calls;
  readonly operator: OperatorCalls;
  readonly changes: Changes;
  /** Calls `handle` with every change in order, from where this name left off, also after a crash: at least once each. */
  follow(name: string, handle: ChangeHandler): Follower;
  readonly flights: Iterable<LiveFlight>;
  /** Stops the timers, and waits for deliveries under way. The journal and the platform stay open: who opened them closes them. */
  close(): Promise<void>;
}

export interface TrackingNeeds {
  readonly journal: Journal;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly tokens: Parts['tokens'];
  readonly options: TrackingOptions;
  /** The crew center's settings at the start. */
  readonly settings: CrewCenterSettings;
  /** Receives the settings whenever they were read, and those of before. */
  readonly onSettings?: (settings: CrewCenterSettings, before: CrewCenterSettings) => Promise<void>;
  /** Receives why the crew center could not be asked, or null when it could; every few seconds. */
  readonly onCrewCenter?: (lostBecause: string | null) => void;
  /** A bug, or a crew center out of reach that a timer met: for the log. */
  onError(error: unknown): void;
}

const settingsEveryMs = 3_000;

/** Restores every flight, session and intent that the journal holds, and starts the timers. */
export function createTracking(needs: TrackingNeeds): Tracking {
  const { journal, platform, clock, tokens, options, onError } = needs;
  let settings = needs.settings;
  const changes = new Changes(onError);
  const flights = new LiveFlights(journal, clock, changes);
  const parts: Parts = {
    ...{ journal, platform, clock, tokens, options, flights, changes },
    cursors: new DeliveryCursors(journal, clock),
    sessions: new Sessions(journal, clock, tokens, options.limits),
    loginLimit: new LoginLimit(journal, clock, options.loginLimits),
    locks: new PilotLocks(),
    starts: new Joined(),
    waits: new Waits(clock, options.waitMs, options.waitsHoldingWorkers),
    settings: () => settings,
    inBackground: (task) => void task.catch(onError),
  };
  restore(journal, flights, parts.cursors);
  const delivery = new Delivery(parts);
  const sweep = new Sweep(parts, delivery);
  const sealing = new Sealing(parts);
  const readSettings = async () => {
    const before = settings;
    try {
      settings = await platform.readSettings();
    } catch (error) {
      if (isRefusal(error, 'crew-center-unavailable')) needs.onCrewCenter?.(error.message);
      throw error;
    }
    needs.onCrewCenter?.(null);
    await needs.onSettings?.(settings, before);
  };
  const loops = [
    repeatEvery(clock, settingsEveryMs, readSettings, onError),
    repeatEvery(clock, options.liveEveryMs, () => delivery.tickLive(), onError),
    repeatEvery(clock, options.liveEveryMs, () => delivery.tickTell(), onError),
    repeatEvery(clock, options.trackEveryMs, () => delivery.tickTrack(), onError),
    repeatEvery(clock, 1_000, () => sweep.intents(), onError),
    repeatEvery(clock, 10_000, () => sweep.silentFlights(), onError),
    repeatEvery(clock, 10_000, () => sealing.round(), onError),
    repeatEvery(clock, 1_000, () => sweep.standings(), onError),
    repeatEvery(clock, 3_600_000, () => parts.sessions.forgetExpired(), onError),
  ];
  const followers: ChangeFollower[] = [];
  return {
    calls: makeCalls(parts, delivery),
    operator: operatorCalls(parts, delivery, sweep),
    changes,
    follow: (name, handle) => {
      const follower = new ChangeFollower({ log: journal.changes, changes, clock, onError }, name, handle);
      followers.push(follower);
      return follower;
    },
    flights,
    async close() {
      await Promise.all(followers.map((follower) => follower.close()));
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([...flights].map((live) => live.lane.busy?.catch(() => undefined)));
    },
  };
}

/** The flights that the journal holds, as they were when the server stopped. */
function restore(journal: Journal, flights: LiveFlights, cursors: DeliveryCursors): void {
  const byNumber = new Map<number, LiveFlight>();
  for (const stored of journal.initial.flights) {
    const live = new LiveFlight(stored, journal);
    byNumber.set(stored.flight.number, live);
    flights.add(live);
    cursors.restore(live, stored.delivered);
  }
  journal.eachUnsealed((flightNumber, report) => byNumber.get(flightNumber)?.restore(report));
}

function makeCalls(parts: Parts, delivery: Delivery): Calls {
  const reporting = async <T>(session: Session, stored: Promise<T>): Promise<T> => {
    const result = await stored;
    parts.sessions.noteReport(session);
    return result;
  };
  return {
    status: () => ({ settings: parts.settings(), serverTime: parts.clock.now(), limits: parts.options.limits }),
    login: (request) => login(parts, request),
    resume: (token) => resume(parts, token),
    authenticate: (token) => parts.sessions.authenticate(token),
    isSignedIn: (tokenHash) => parts.sessions.isLive(tokenHash),
    logout: (session) => logout(parts, session),
    listBids: (session) => listBids(parts, session),
    latestBid: (session) => latestBid(parts, session),
    start: (session, request) => start(parts, session, request),
    readFlight: (session, name) => readFlight(parts, session, name),
    report: (session, request) => reporting(session, report(parts, session, request)),
    recordEvents: (session, request) => reporting(session, recordEvents(parts, session, request)),
    finish: (session, request) => finish(parts, delivery, session, request),
    cancel: (session, request) => cancel(parts, session, request),
    desk: deskOf(parts.platform.desk),
  };
}
