import { cancel } from './calls/cancel.ts';
import { changeAircraft } from './calls/change-aircraft.ts';
import { describe } from './calls/describe.ts';
import { createDeskCalls } from './calls/desk/desk.ts';
import { createOperatorCalls } from './calls/operator/operator.ts';
import { Privacy } from './calls/operator/privacy.ts';
import { createReadingCalls } from './calls/read.ts';
import type { Calls } from './calls.ts';
import { AuditTrail } from './delivery/audit-trail.ts';
import { DeliveryCursors } from './delivery/cursors.ts';
import { DeliveryHealth } from './delivery/health.ts';
import { LiveDelivery } from './delivery/live.ts';
import { LiveRows } from './delivery/live-rows.ts';
import { ProgressReporter } from './delivery/progress.ts';
import { TrackDelivery } from './delivery/track.ts';
import { TrackRounds } from './delivery/track-rounds.ts';
import { fileAtPlatform, finish } from './finish.ts';
import { noteAirOfAll } from './flight/airborne.ts';
import { ChangeFollowers } from './flight/change-followers.ts';
import { Changes } from './flight/changes.ts';
import { FlightFinder } from './flight/find-flight.ts';
import type { LiveFlight } from './flight/live-flight.ts';
import { LiveFlights } from './flight/live-flights.ts';
import { NetworkWatch } from './flight/network-watch.ts';
import { restoreFlights } from './flight/restore.ts';
import { Sealing } from './flight/sealing.ts';
import { Start } from './opening/start.ts';
import { Delays } from './paperwork/delays.ts';
import { cancelAtPlatform } from './paperwork/ending.ts';
import { checkAtPlatform } from './paperwork/filing.ts';
import { deliverAircraft } from './paperwork/host-aircraft.ts';
import { resolveStart } from './paperwork/pirep-opening.ts';
import { reconcile } from './paperwork/reconciliation.ts';
import { Reporting } from './report.ts';
import { detectors } from './rules/detectors/detectors.ts';
import { Judging, noSurroundings } from './rules/judging.ts';
import { RuleBook } from './rules/rule-book.ts';
import type { ForPeers, Tracking, TrackingNeeds } from './running.ts';
import { CurrentSettings } from './sessions/current-settings.ts';
import { Devices } from './sessions/devices.ts';
import { KeySessions } from './sessions/key-sessions.ts';
import { KnownNetworks } from './sessions/known-networks.ts';
import { Login } from './sessions/login.ts';
import { type AttemptLogin, LoginLimit } from './sessions/login-limit.ts';
import { PilotTurns } from './sessions/pilot-turns.ts';
import { Sessions } from './sessions/sessions.ts';
import { Waits } from './sessions/waiting.ts';
import { IntentSweep } from './sweep/intents.ts';
import { repeatEvery, soonMs } from './sweep/loop.ts';
import { Outbox } from './sweep/outbox.ts';
import { forgetOld, Scrubbing } from './sweep/scrubbing.ts';
import { endSilence } from './sweep/silence.ts';
import { Standings } from './sweep/standings.ts';
import { Suspension } from './sweep/suspension.ts';

export type { Tracking } from './running.ts';

/** Restores every flight, session and intent from the journal, and starts the timers. */
export function createTracking(needs: TrackingNeeds): Tracking {
  const { journal, platform, clock, tokens, options, onError } = needs;
  const settings = new CurrentSettings(platform, needs.settings, needs);
  const cursors = new DeliveryCursors(journal, clock);
  const changes = new Changes(onError);
  const flights = new LiveFlights(journal, clock, cursors, changes, needs.airportAt);
  restoreFlights(journal, flights, cursors, onError);
  const finder = new FlightFinder(flights, journal, clock);
  const sessions = new Sessions(journal, clock, tokens, options.limits);
  const devices = new Devices(sessions, journal);
  const loginLimit = new LoginLimit(journal, clock, options.loginLimits);
  const audit = new AuditTrail(journal, clock);
  const track = new TrackDelivery(journal, platform, cursors, audit);
  const delays = new Delays(clock, needs.onDelay);
  const book = new RuleBook(journal);
  const judging = new Judging({ book, detectors, surroundings: needs.surroundings ?? noSurroundings, onBug: onError });
  const waits = new Waits(clock, options, onError);
  const turns = new PilotTurns(waits);
  const desk = createDeskCalls({ platform, journal, clock, waits, changes });
  const { newId } = tokens;
  const newPirepId = () => (platform.capabilities.pirepAtStart ? newId() : null);
  const core = {
    journal,
    platform,
    clock,
    settings,
    sessions,
    flights,
    finder,
    track,
    delays,
    judging,
    turns,
    desk,
    newId,
    newPirepId,
  };

  const attempt: AttemptLogin = (name, address, check) => loginLimit.attempt(tokens.digest(name), address, check);
  const login = new Login(platform, settings, sessions, attempt);
  const keySessions = new KeySessions({ platform, settings, sessions, attempt, clock, digest: tokens.digest, onError });
  const starts = new Start(core);
  const reporting = new Reporting(core, options);
  const calls: Calls = {
    status: () => ({ settings: settings.current, serverTime: clock.now(), limits: options.limits }),
    login: (request) => login.run(request),
    resume: (token) => login.resume(token),
    authenticate: (token) => sessions.authenticate(token),
    authenticateKey: (apiKey, address) => keySessions.authenticate(apiKey, address),
    isSignedIn: (tokenHash) => sessions.isLive(tokenHash),
    logout: (session) => sessions.end([session.tokenHash]),
    noteSource: (session, source) => sessions.noteSource(session, source),
    listDevices: (session) => devices.list(session),
    endDevices: (session, ids) => devices.end(session, ids),
    start: (session, request) => starts.run(session, request),
    changeAircraft: (session, request) => changeAircraft(core, session, request),
    ...createReadingCalls(core),
    describe: (session, request) => describe(core, session, request),
    report: (session, request) => reporting.report(session, request),
    recordEvents: (session, request) => reporting.recordEvents(session, request),
    finish: (session, request) => finish(core, session, request),
    cancel: (session, request) => cancel(core, session, request),
    desk,
  };

  const health = new DeliveryHealth(clock, onError);
  const reconcileAt = (live: LiveFlight) => reconcile(core, live);
  const progress = new ProgressReporter(flights, platform, reconcileAt, clock);
  const live = new LiveDelivery(flights, new LiveRows(platform, journal, audit), progress, health);
  const rounds = new TrackRounds(flights, track, reconcileAt, health);
  const suspension = new Suspension(core);
  const networks = new NetworkWatch(flights, platform, needs.feeds ?? null, clock);
  const standings = new Standings(sessions, platform, suspension, clock);
  const sealing = new Sealing(flights, journal, clock, options);
  const resolve = {
    start: (flight: LiveFlight) => resolveStart(core, flight),
    finish: (flight: LiveFlight) => fileAtPlatform(core, flight),
    check: (flight: LiveFlight) => checkAtPlatform(core, flight),
    cancel: (flight: LiveFlight) => cancelAtPlatform(core, flight),
    aircraft: (flight: LiveFlight) => deliverAircraft(core, flight),
  };
  const sweep = new IntentSweep(flights, resolve, delays, clock, onError);
  const loginTraces = {
    digest: tokens.digest,
    networks: new KnownNetworks(journal, clock),
    pilotRecords: async (pilotId: string) => (await platform.readPilotRecords?.(pilotId)) ?? {},
  };
  const scrubbing = new Scrubbing(journal);
  const privacy = new Privacy(journal, flights, { sessions, devices }, audit, loginTraces, scrubbing);
  const outbox = new Outbox(flights, cursors, sweep, health, delays);
  const operator = createOperatorCalls({ core, sessions, outbox, privacy, audit });

  const every = (ms: number, round: () => Promise<void>) => repeatEvery(clock, ms, round, onError);
  const seldom = (ms: number, round: () => Promise<void>) => repeatEvery(clock, ms, round, onError, soonMs);
  const loops = [
    every(3_000, () => settings.read()),
    every(options.liveEveryMs, () => live.rowsRound()),
    every(options.liveEveryMs, () => live.progressRound()),
    every(options.trackEveryMs, () => rounds.round()),
    every(1_000, () => sweep.intents()),
    every(10_000, () => endSilence(core, suspension, options, clock.now())),
    every(10_000, () => sealing.round()),
    every(1_000, () => standings.round()),
    every(1_000, () => noteAirOfAll(flights)),
    every(15_000, () => networks.round()),
    seldom(3_600_000, () => sessions.forgetExpired()),
    every(60_000, () => devices.save()),
    seldom(600_000, async () => {
      await forgetOld(journal, options.retention, clock.now());
      await scrubbing.round();
    }),
  ];
  const followers = new ChangeFollowers(journal.changes, changes, clock, onError);
  const forPeers: ForPeers = {
    pilotOf: (tokenHash) => (sessions.isLive(tokenHash) ? sessions.pilotOf(tokenHash) : null),
    noteLoginFailure: (failure) => loginLimit.note(failure),
  };
  return {
    calls,
    operator,
    changes,
    flights,
    forPeers,
    follow: (name, handle) => followers.follow(name, handle),
    async close() {
      await followers.close();
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([...flights].map(({ lane }) => lane.busy?.catch(() => undefined)));
    },
  };
}
