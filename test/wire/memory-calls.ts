import { Secret } from '../../src/lib/secret.ts';
import { digest, newToken } from '../../src/lib/tokens.ts';
import type { CrewCenterSettings } from '../../src/platform/port.ts';
import type { Calls, FinishRequest, LoginRequest, ReportRequest, Session } from '../../src/tracking/calls.ts';
import type { FlightView } from '../../src/tracking/flight-view.ts';
import type { Bid, Flight, Pilot, Pirep, Plan, Position } from '../../src/tracking/model.ts';
import { Refusal } from '../../src/tracking/refusals.ts';

/** What the contracts are given in tests of the wire alone: keeps what it was asked, answers plausibly, knows one pilot. */
export interface MemoryCalls extends Calls {
  readonly reports: ReportRequest[];
  readonly finishes: FinishRequest[];
  readonly logins: LoginRequest[];
  settings: CrewCenterSettings;
  /** Thrown by the next call that tracks. */
  failure: unknown;
}

export const settings: CrewCenterSettings = {
  name: 'Very Much Airlines',
  logoUrl: 'https://va.example/logo.png',
  bannerUrl: null,
  websiteUrl: null,
  primaryColor: null,
  sessionTtlMin: 1440,
  bidsRequired: true,
  passwordLogin: true,
  clientTokenRequired: false,
  clientTokenHash: null,
  enabled: true,
};

const pilot: Pilot = {
  id: '2',
  ident: 'VMS0002',
  name: 'Carla Meier',
  standing: 'active',
  airlineIcao: 'VMS',
  homeAirport: 'LSZH',
  currentAirport: 'LSZH',
  credentialVersion: 'a',
};

const plan: Plan = {
  scheduleId: 'f1',
  airlineId: '1',
  airlineCode: 'VMS',
  flightNumber: '101',
  ident: 'VM101',
  callsign: 'VMS101',
  departure: { icao: 'LSZH', name: 'Zürich', lat: 47.45, lon: 8.56 },
  arrival: { icao: 'MMUN', name: null, lat: null, lon: null },
  alternate: null,
  aircraft: { id: '7', icao: 'A343', name: 'Airbus A340-300', registration: 'HB-JMA' },
  route: 'VEBIT T50',
  distanceNm: 4700,
  flightType: 'J',
  routeCode: null,
  routeLeg: null,
  plannedFlightTimeMin: 660,
  departureTime: '10:40',
  arrivalTime: '16:40',
};
const bid: Bid = { id: '41', plan, aircraftChoices: [], blocked: null };

const pirep: Pirep = {
  flightTimeMin: 660,
  distanceNm: 4712.5,
  fuelUsedLb: null,
  blockFuelLb: null,
  landingRateFpm: -180,
  blockOffAt: 1_712_400_000_000,
  takeoffAt: 1_712_400_600_000,
  landingAt: 1_712_439_600_000,
  blockOnAt: 1_712_440_000_000,
  route: null,
  notes: null,
  log: [],
  fields: {},
  score: null,
  load: null,
  diversion: null,
  basis: { flightTimeMin: 'computed', distanceNm: 'computed', landingRateFpm: 'estimated', blockOnAt: 'estimated' },
  positionCount: 1250,
};

export function createMemoryCalls(now: () => number): MemoryCalls {
  const sessions = new Map<string, Session>();
  let flight: Flight | null = null;
  let newest: Position | null = null;
  const calls: MemoryCalls = {
    reports: [],
    finishes: [],
    logins: [],
    settings,
    failure: null,
    status: () => ({
      settings: calls.settings,
      serverTime: now(),
      limits: {
        bodyBytes: 1 << 20,
        finishBodyBytes: 8 << 20,
        positionsPerCall: 500,
        requestsPerSecond: 20,
        requestBurst: 100,
      },
    }),
    async login(request) {
      calls.logins.push(request);
      const { credential } = request;
      const isRight =
        credential.kind === 'api-key'
          ? credential.apiKey.reveal() === 'key-of-carla'
          : credential.password.reveal() === 'right';
      if (!isRight) throw new Refusal('wrong-login', { message: 'Login or password is wrong.' });
      const token = newToken();
      const expiresAt = now() + 86_400_000;
      sessions.set(digest(token), { tokenHash: digest(token), pilot, createdAt: now(), expiresAt });
      return { token: new Secret(token), expiresAt, pilot };
    },
    isSignedIn: (tokenHash) => sessions.has(tokenHash),
    authenticate(token) {
      const session = token === null ? undefined : sessions.get(digest(token));
      if (session === undefined) throw new Refusal('no-session', { message: 'Log in first.' });
      if (session.expiresAt <= now()) throw new Refusal('session-expired', { message: 'Log in again.' });
      return session;
    },
    async logout(session) {
      sessions.delete(session.tokenHash);
    },
    listBids: async () => [bid],
    latestBid: async () => ({ bid, blocked: null, openFlight: flight === null ? null : viewOf(flight) }),
    async start(session, request) {
      fail();
      if (request.bidId === null && request.freeFlight === null) {
        throw new Refusal('bid-required', { message: 'Name the bid.', fields: { bidId: 'is required' } });
      }
      const resumed = flight !== null;
      flight ??= open(session, request.bidId);
      return { flight: viewOf(flight), resumed };
    },
    async readFlight(_session, name) {
      if (name?.flightId !== undefined && name.flightId !== flight?.id) throw unknownFlight();
      return flight === null ? null : viewOf(flight);
    },
    async report(session, request) {
      fail();
      calls.reports.push(request);
      if (request.opening !== null) flight ??= open(session, request.name?.bidId ?? null);
      const current = openFlight(request.name?.flightId);
      newest = request.positions.at(-1) ?? newest;
      const tooEarly = request.positions.flatMap(({ recordedAt }, index) =>
        recordedAt > now() + 300_000 ? [{ index, fields: { recordedAt: 'lies in the future' }, isExcess: false }] : [],
      );
      const stored = request.positions.length - tooEarly.length;
      return { view: viewOf(current), stored, duplicate: 0, refused: tooEarly };
    },
    async recordEvents(_session, request) {
      fail();
      const current = openFlight(request.name?.flightId);
      return { view: viewOf(current), stored: request.events.length, duplicate: 0, refused: [] };
    },
    async finish(session, request) {
      fail();
      calls.finishes.push(request);
      if (request.opening !== null) flight ??= open(session, request.name?.bidId ?? null);
      const current = openFlight(request.name?.flightId);
      const receipt = { flightId: current.id, pirepId: 'P1', pirepState: 'pending', filedAt: now(), pirep };
      return { state: 'filed', receipt, flight: current, repeated: false };
    },
    async cancel(_session, request) {
      fail();
      const ended = {
        ...openFlight(request.name?.flightId),
        state: 'cancelled' as const,
        endedAt: now(),
        reason: request.reason,
      };
      flight = null;
      return { flight: ended, repeated: false };
    },
  };
  return calls;

  function fail(): void {
    const { failure } = calls;
    calls.failure = null;
    if (failure !== null) throw failure;
  }

  function open(session: Session, bidId: string | null): Flight {
    const empty = {
      network: null,
      formerPirepIds: [],
      intent: null,
      endedAt: null,
      reason: null,
      receipt: null,
      summary: null,
      setAside: null,
    };
    const names = { id: 'F1', number: 1, pilot: session.pilot, bidId, pirepId: 'P1' };
    return { ...empty, ...names, plan, aircraft: plan.aircraft, state: 'open', startedAt: now(), lastReportAt: now() };
  }

  function openFlight(flightId: string | undefined): Flight {
    if (flight === null) throw new Refusal('no-open-flight', { message: 'Start a flight first.' });
    if (flightId !== undefined && flightId !== flight.id) throw unknownFlight();
    return flight;
  }

  function unknownFlight(): Refusal {
    return new Refusal('flight-not-found', { message: 'You have no such flight.' });
  }

  function viewOf(current: Flight): FlightView {
    const counts = { positionCount: 0, eventCount: 0, distanceFlownNm: null, nextIntervalS: 5, remarks: [] };
    return {
      flight: current,
      phase: newest?.phase ?? null,
      lastPosition: newest,
      lastSeq: newest?.seq ?? null,
      lastReportAt: newest?.receivedAt ?? current.lastReportAt,
      ...counts,
    };
  }
}
