import { Cancel } from './calls/cancel.ts';
import { ChangeAircraft } from './calls/change-aircraft.ts';
import { Describe } from './calls/describe.ts';
import { createDeskCalls } from './calls/desk/desk.ts';
import { Finish } from './calls/finish.ts';
import { AnyFlight } from './calls/operator/any-flight.ts';
import { flightCalls } from './calls/operator/flights.ts';
import { outboxCalls } from './calls/operator/outbox.ts';
import { noFurtherNames, Privacy } from './calls/operator/privacy.ts';
import { sessionCalls } from './calls/operator/sessions.ts';
import { createReadingCalls } from './calls/read.ts';
import { Reporting } from './calls/report.ts';
import { Start } from './calls/start.ts';
import type { Calls } from './calls.ts';
import { AuditTrail } from './delivery/audit-trail.ts';
import { DeliveryCursors } from './delivery/cursors.ts';
import { DeliveryHealth } from './delivery/health.ts';
import { LiveDelivery } from './delivery/live.ts';
import { LiveRows } from './delivery/live-rows.ts';
import { ProgressReporter } from './delivery/progress.ts';
import { TrackDelivery } from './delivery/track.ts';
import { TrackRounds } from './delivery/track-rounds.ts';
import { noteAirOfAll } from './flight/airborne.ts';
import { ChangeFollowers } from './flight/change-followers.ts';
import { Changes } from './flight/changes.ts';
import { FlightFinder } from './flight/find-flight.ts';
import type { LiveFlight } from './flight/live-flight.ts';
import { LiveFlights } from './flight/live-flights.ts';
import { ReportStore } from './flight/report-store.ts';
import { restoreFlights } from './flight/restore.ts';
import { Sealing } from './flight/sealing.ts';
import { createOpenings } from './opening/openings.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { checkAtPlatform } from './paperwork/checking.ts';
import { Delays } from './paperwork/delays.ts';
import { Ending } from './paperwork/ending.ts';
import { Filing } from './paperwork/filing.ts';
import { HostAircraft } from './paperwork/host-aircraft.ts';
import { HostFiling } from './paperwork/host-filing.ts';
import { PirepDraft } from './paperwork/pirep-draft.ts';
import { PirepOpening } from './paperwork/pirep-opening.ts';
import { Reconciliation } from './paperwork/reconciliation.ts';
import { Renewal } from './paperwork/renewal.ts';
import type { ForPeers, Tracking, TrackingNeeds } from './running.ts';
import { HostSettings } from './sessions/host-settings.ts';
import { KeySessions } from './sessions/key-sessions.ts';
import { KnownNetworks } from './sessions/known-networks.ts';
import { Login } from './sessions/login.ts';
import { type AttemptLogin, LoginLimit } from './sessions/login-limit.ts';
import { PilotTurns } from './sessions/pilot-turns.ts';
import { Sessions } from './sessions/sessions.ts';
import { Waits } from './sessions/waiting.ts';
import { IntentSweep } from './sweep/intents.ts';
import { repeatEvery } from './sweep/loop.ts';
import { Outbox } from './sweep/outbox.ts';
import { RetentionSweep } from './sweep/retention.ts';
import { Scrubbing } from './sweep/scrubbing.ts';
import { Silence } from './sweep/silence.ts';
import { Standings } from './sweep/standings.ts';
import { Suspension } from './sweep/suspension.ts';

export type { Tracking } from './running.ts';

/** Restores every flight, session and intent from the journal, and starts the timers. */
export function createTracking(needs: TrackingNeeds): Tracking {
  const { journal, platform, clock, tokens, options, onError } = needs;
  const newPirepId = () => (platform.capabilities.pirepAtStart ? tokens.newId() : null);
  const settings = new HostSettings(platform, needs.settings, needs);
  const cursors = new DeliveryCursors(journal, clock);
  const changes = new Changes(onError);
  const flights = new LiveFlights(journal, clock, cursors, changes);
  restoreFlights(journal, flights, cursors, onError);
  const sessions = new Sessions(journal, clock, tokens, options.limits);
  const loginLimit = new LoginLimit(journal, clock, options.loginLimits);
  const audit = new AuditTrail(journal, clock);
  const health = new DeliveryHealth(clock, onError);
  const waits = new Waits(clock, options, onError);
  const turns = new PilotTurns(waits);
  const finder = new FlightFinder(flights, journal, clock);

  const ending = new Ending(flights, journal, platform);
  const renewal = new Renewal(flights, platform, cursors, newPirepId);
  const reconciliation = new Reconciliation(platform, renewal, ending);
  const track = new TrackDelivery(journal, platform, cursors, audit);
  const delays = new Delays(clock, needs.onDelay);
  const pireps = new PirepOpening(flights, platform, delays);
  const hostAircraft = new HostAircraft(flights, platform, reconciliation);
  const draft = new PirepDraft(journal, platform);
  const filing = new Filing(flights, draft, new HostFiling(platform, track, renewal, hostAircraft), ending);

  const desk = createDeskCalls({ platform, journal, clock, waits, changes });
  const ids = { newId: tokens.newId, newPirepId };
  const parts = { journal, platform, clock, flights, finder, turns, settings, desk, ending, pireps, ids };
  const openings = createOpenings(parts);

  const attempt: AttemptLogin = (name, address, check) => loginLimit.attempt(tokens.digest(name), address, check);
  const login = new Login(platform, settings, sessions, attempt);
  const keySessions = new KeySessions({ platform, settings, sessions, attempt, clock, digest: tokens.digest, onError });
  const start = new Start(flights, turns, openings.ofStart);
  const store = new ReportStore(flights, journal, clock, options);
  const reporting = new Reporting(finder, openings.ofReport, store, { journal, clock });
  const describe = new Describe(finder, flights, clock);
  const finish = new Finish(finder, turns, openings.ofFinish, filing);
  const cancel = new Cancel(finder, turns, ending, openings.bids);
  const aircraft = new ChangeAircraft(finder, flights, { platform, aircraft: hostAircraft }, turns);
  const calls: Calls = {
    status: () => ({ settings: settings.current, serverTime: clock.now(), limits: options.limits }),
    login: (request) => login.run(request),
    resume: (token) => login.resume(token),
    authenticate: (token) => sessions.authenticate(token),
    authenticateKey: (apiKey, address) => keySessions.authenticate(apiKey, address),
    isSignedIn: (tokenHash) => sessions.isLive(tokenHash),
    logout: (session) => sessions.end([session.tokenHash]),
    start: (session, request) => start.run(session, request),
    changeAircraft: (session, request) => aircraft.run(session, request),
    ...createReadingCalls({ platform, journal, flights, finder }),
    describe: (session, request) => describe.run(session, request),
    report: (session, request) => {
      sessions.noteReport(session);
      return reporting.report(session, request);
    },
    recordEvents: (session, request) => {
      sessions.noteReport(session);
      return reporting.recordEvents(session, request);
    },
    finish: (session, request) => finish.run(session, request),
    cancel: (session, request) => cancel.run(session, request),
    desk,
  };

  const reconcile = (live: LiveFlight) => reconciliation.run(live);
  const progress = new ProgressReporter(flights, platform, reconcile, clock);
  const live = new LiveDelivery(flights, new LiveRows(platform, journal, audit), progress, health);
  const rounds = new TrackRounds(flights, track, reconcile, health);
  const suspension = new Suspension(flights, platform, reconciliation);
  const silence = new Silence(flights, suspension, ending, options);
  const standings = new Standings(sessions, platform, suspension, clock);
  const sealing = new Sealing(flights, journal, clock, options);
  const resolve = {
    start: (flight: LiveFlight) => pireps.resolve(flight),
    finish: (flight: LiveFlight) => filing.fileAtPlatform(flight),
    check: (flight: LiveFlight) => checkAtPlatform(platform, flights, flight),
    cancel: (flight: LiveFlight) => ending.cancelAtPlatform(flight),
    aircraft: async (flight: LiveFlight) => void (await hostAircraft.deliver(flight)),
  };
  const sweep = new IntentSweep(flights, resolve, delays, clock, onError);
  const anyFlight = new AnyFlight(flights, journal);
  const outbox = new Outbox(flights, cursors, sweep, health, delays);
  const loginTraces = { digest: tokens.digest, networks: new KnownNetworks(journal, clock) };
  const scrubbing = new Scrubbing(journal);
  const privacy = new Privacy(journal, flights, sessions, audit, loginTraces, scrubbing);
  const retention = new RetentionSweep(journal, clock, options.retention);
  const operator: OperatorCalls = {
    ...flightCalls(anyFlight, audit, cancel, finish),
    ...sessionCalls(sessions, audit),
    ...outboxCalls(anyFlight, outbox, audit),
    exportPilot: (ident) => privacy.export(ident),
    findErasable: (ident) => privacy.findErasable(ident),
    erasePilot: (actor, ident, also = noFurtherNames) => privacy.erase(actor, ident, also),
  };

  const every = (ms: number, round: () => Promise<void>) => repeatEvery(clock, ms, round, onError);
  const loops = [
    every(3_000, () => settings.read()),
    every(options.liveEveryMs, () => live.rowsRound()),
    every(options.liveEveryMs, () => live.progressRound()),
    every(options.trackEveryMs, () => rounds.round()),
    every(1_000, () => sweep.intents()),
    every(10_000, () => silence.round(clock.now())),
    every(10_000, () => sealing.round()),
    every(1_000, () => standings.round()),
    every(1_000, () => noteAirOfAll(flights)),
    every(3_600_000, () => sessions.forgetExpired()),
    every(600_000, () => retention.round()),
    every(600_000, async () => void (await scrubbing.round())),
  ];
  const followers = new ChangeFollowers(journal.changes, changes, clock, onError);
  const forPeers: ForPeers = {
    pilotOf: (tokenHash) => (sessions.isLive(tokenHash) ? sessions.pilotOf(tokenHash) : null),
    noteLoginFailure: (failure) => loginLimit.note(failure),
  };
  return {
    ...{ calls, operator, changes, flights, forPeers, follow: followers.follow.bind(followers) },
    async close() {
      await followers.close();
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([...flights].map(({ lane }) => lane.busy?.catch(() => undefined)));
    },
  };
}
