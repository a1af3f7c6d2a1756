import type { Position } from './position/position.ts';

export type { Position };

/**
 * The nouns of the core. Units are in the names; instants are milliseconds since the Unix epoch, UTC.
 * `null` means "unknown", never 0.
 */

/** A pilot's status at the crew center. `on-leave` may fly. */
export type Standing = 'active' | 'on-leave' | 'pending' | 'rejected' | 'suspended' | 'deleted';

export interface Pilot {
  /** The crew center's key of the pilot, as text. */
  readonly id: string;
  /** As displayed: `VMS0002`. */
  readonly ident: string;
  readonly name: string;
  readonly standing: Standing;
  readonly airlineIcao: string | null;
  readonly homeAirport: string | null;
  readonly currentAirport: string | null;
  /** Changes whenever the pilot's password changes; a digest, never the hash itself. */
  readonly credentialVersion: string;
}

/** Class of a session's lifetime, with a setting for each. `long` is for clients that store their session. */
export const sessionLifetimes = ['normal', 'long'] as const;
export type SessionLifetime = (typeof sessionLifetimes)[number];

export interface Airport {
  readonly icao: string;
  readonly name: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

export interface Aircraft {
  readonly id: string;
  readonly icao: string | null;
  readonly name: string | null;
  readonly registration: string | null;
}

/** What is flown: the content of a bid or of a free flight. Stored at the start, so that a bid that disappears does no harm. */
export interface Plan {
  /** The crew center's schedule, null for a free flight. */
  readonly scheduleId: string | null;
  readonly airlineId: string | null;
  /** The crew center's key of the airline: usually its ICAO code. */
  readonly airlineCode: string | null;
  /** Absent where it is not known, and in plans that older versions stored. */
  readonly airlineName?: string;
  readonly flightNumber: string;
  /** As displayed: `VM101`. */
  readonly ident: string;
  /** As used with ATC, without spaces: `VMS101`. */
  readonly callsign: string | null;
  readonly departure: Airport;
  readonly arrival: Airport;
  readonly alternate: string | null;
  readonly aircraft: Aircraft | null;
  readonly route: string | null;
  readonly distanceNm: number | null;
  readonly flightType: string | null;
  readonly routeCode: string | null;
  readonly routeLeg: string | null;
  readonly plannedFlightTimeMin: number | null;
  /** Fuel at the gate by the bid's briefing; absent without one. */
  readonly plannedBlockFuelLb?: number;
  /** As the client writes it, `370` or `37000`; absent where it does not say. */
  readonly cruiseLevel?: number | null;
  /** Free text of the schedule, `10:00` or `10:00 EST`. */
  readonly departureTime: string | null;
  readonly arrivalTime: string | null;
  /**
   * When its bid was booked, as the crew center writes it (phpVMS 5: the date): it tells the bid from an earlier one with its
   * number. Absent without a bid, where it is not known, and in plans that older versions stored.
   */
  readonly bookedAt?: string;
}

/** The part of a plan that a client may choose. */
export type PlanChanges = Partial<
  Pick<
    Plan,
    | 'alternate'
    | 'route'
    | 'distanceNm'
    | 'plannedFlightTimeMin'
    | 'flightType'
    | 'cruiseLevel'
    | 'routeCode'
    | 'routeLeg'
  >
>;

/** Seats or cargo of one class, as the host sells them. */
export interface Fare {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly kind: 'passenger' | 'cargo';
  /** Seats or pounds of cargo of the aircraft; null if the host does not provide it. */
  readonly capacity: number | null;
  /** Number sold for this flight; null until known. */
  readonly count: number | null;
  /** Price of one seat or one pound, in the host's currency. */
  readonly price: number | null;
}

/** An operational flight plan that was made for a bid: SimBrief's, as phpVMS 7 keeps it. */
export interface FlightPlan {
  /** SimBrief's id of the plan. */
  readonly ofpId: string;
  readonly route: string | null;
  readonly alternate: string | null;
  readonly blockFuelLb: number | null;
  readonly cruiseAltitudeFt: number | null;
  readonly passengers: number | null;
  readonly cargoLb: number | null;
  readonly aircraft: Aircraft | null;
}

/** What a schedule says beside the plan of a flight. */
export interface ScheduleDetails {
  /** Days on which it is flown, 0 is Sunday; empty means every day, or unknown. */
  readonly days: readonly number[];
  readonly cruiseAltitudeFt: number | null;
  readonly notes: string | null;
}

/** Details of a schedule that says nothing, or is gone. */
export const noDetails: ScheduleDetails = { days: [], cruiseAltitudeFt: null, notes: null };

export interface Bid extends ScheduleDetails {
  readonly id: string;
  readonly plan: Plan;
  /** For a bid without an aircraft: those that the platform lets this pilot take for it. */
  readonly aircraftChoices: readonly Aircraft[];
  /** Why it cannot be flown, as a sentence; null when it can. */
  readonly blocked: string | null;
  /** Fares on board; empty if the host has none or does not provide them. */
  readonly fares: readonly Fare[];
  /** The flight plan that the pilot made for it; null when there is none. */
  readonly briefing: FlightPlan | null;
}

/** A free flight as requested by a pilot; the platform turns it into a `Plan`. */
export interface FreeFlight {
  readonly airline: string | null;
  readonly flightNumber: string;
  readonly departure: string;
  readonly arrival: string;
  /** The aircraft's id or its type. */
  readonly aircraft: string | null;
  readonly registration: string | null;
  readonly route: string | null;
}

/** What the aeroplane is doing. Other phases that a client reports are kept as text. */
export const phases = [
  'boarding',
  'pushback',
  'taxi',
  'takeoff',
  'climb',
  'cruise',
  'descent',
  'approach',
  'landing',
  'landed',
  'taxi-in',
  'arrived',
  'diverted',
  'paused',
] as const;
export type Phase = (typeof phases)[number];

/** A flight event reported by the client. Kinds are an open vocabulary. */
export interface FlightEvent {
  readonly seq: number | null;
  readonly kind: string;
  readonly recordedAt: number;
  readonly isDated: boolean;
  readonly receivedAt: number;
  readonly message: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly data: unknown;
}

/** A report in the journal: `number` grows with every report of every flight, in the order they became durable. */
export type Report =
  | { readonly number: number; readonly kind: 'position'; readonly position: Position }
  | { readonly number: number; readonly kind: 'event'; readonly event: FlightEvent };

/** State of the paperwork. `starting`: the intent is durable, and the platform has not responded yet. */
export type FlightState = 'starting' | 'open' | 'suspended' | 'filing' | 'filed' | 'cancelled' | 'abandoned';

/** Figures that the client sends with `finish`; missing ones are computed. */
export interface ReportedFigures {
  readonly flightTimeMin: number | null;
  readonly distanceNm: number | null;
  readonly fuelUsedLb: number | null;
  readonly blockFuelLb: number | null;
  readonly landingRateFpm: number | null;
  readonly blockOffAt: number | null;
  readonly takeoffAt: number | null;
  readonly landingAt: number | null;
  readonly blockOnAt: number | null;
  /** ICAO code of the airport where it ended, if the client reports it. */
  readonly arrival: string | null;
  readonly route: string | null;
  readonly notes: string | null;
  /** Lines of the client's own log, with their times if they have one. */
  readonly log: readonly (string | LogLine)[];
  readonly fields: Readonly<Record<string, string>>;
  readonly score: number | null;
  readonly load: number | null;
  /** How many of each fare were sold; absent where the client does not say, and `load` or the host decides. */
  readonly fares?: readonly SoldFare[];
  /** The plan's distance counts where no reports show one: the client's own module files that. */
  readonly isDistancePlanned?: true;
  /** `arrival` is filed as the PIREP's own, and not as a diversion from the plan. */
  readonly isArrivalFiled?: true;
  /** It waits for review, also where the pilot's rank would have it accepted at once. */
  readonly isForReview?: true;
  /** As the client writes it, `370` or `37000`; absent leaves the plan's. */
  readonly cruiseLevel?: number;
  readonly zeroFuelWeightLb?: number;
}

/** What was sold of one of the host's fares. */
export interface SoldFare {
  readonly id: string;
  readonly count: number;
}

/** What a client says of the PIREP before `finish`, which overrides it. */
export type EarlyFigures = Partial<ReportedFigures> & {
  /** For reports that have none. */
  readonly phase?: string;
  /** Its bid was made for this flight alone, and goes when it is cancelled. */
  readonly isOwnBid?: true;
};

/** Source of a figure. */
export type Basis = 'reported' | 'computed' | 'estimated';

/** A PIREP as it is filed. `null` means unknown. */
export interface Pirep {
  readonly flightTimeMin: number | null;
  readonly distanceNm: number | null;
  readonly fuelUsedLb: number | null;
  readonly blockFuelLb: number | null;
  readonly landingRateFpm: number | null;
  readonly blockOffAt: number | null;
  readonly takeoffAt: number | null;
  readonly landingAt: number | null;
  readonly blockOnAt: number | null;
  readonly route: string | null;
  readonly notes: string | null;
  /** Lines as plain text, in order: flight events and the client's own log. */
  readonly log: readonly LogLine[];
  readonly fields: Readonly<Record<string, string>>;
  readonly score: number | null;
  readonly load: number | null;
  readonly fares?: readonly SoldFare[];
  readonly isForReview?: true;
  readonly cruiseLevel?: number;
  readonly zeroFuelWeightLb?: number;
  /** Set where `diversion` is filed as the PIREP's own arrival. */
  readonly isArrivalFiled?: true;
  /** Set when it did not land at the planned arrival. */
  readonly diversion: Airport | null;
  /** Where its reports show that it landed, if the crew center does not have that airport: filed is the planned arrival. */
  readonly unlisted?: Airport;
  /** Source of each figure that is not null, by its name here. */
  readonly basis: Readonly<Partial<Record<PirepFigure, Basis>>>;
  readonly positionCount: number;
  /** Where the wheels first touched the runway in the last landing; absent when no runway is known there. */
  readonly touchdown?: TouchdownPlace;
  /** What the airline's rules say of it; absent while none are in force. `score` is then the rules'. */
  readonly judgement?: Judgement;
}
export type PirepFigure =
  | 'flightTimeMin'
  | 'distanceNm'
  | 'fuelUsedLb'
  | 'blockFuelLb'
  | 'landingRateFpm'
  | 'blockOffAt'
  | 'takeoffAt'
  | 'landingAt'
  | 'blockOnAt';

export interface LogLine {
  readonly at: number | null;
  readonly text: string;
}

/**
 * What follows when a rule fires. `count` is silent: the mark is kept and nothing else happens. The harshest of several wins:
 * `reject` > `review` > `reason-needed` > `accept`; `points` and `comment` add up beside them.
 */
export const consequences = ['count', 'comment', 'points', 'reason-needed', 'review', 'reject', 'accept'] as const;
export type Consequence = (typeof consequences)[number];

/** The harshest of what follows for a PIREP as a whole. */
export type RuledState = Extract<Consequence, 'reject' | 'review' | 'reason-needed' | 'accept'>;

/** One place and time at which a detector fires. */
export interface Mark {
  /** Instants, milliseconds since the Unix epoch; equal for a moment. */
  readonly from: number;
  readonly to: number;
  /** Where it began; null when nobody said so. */
  readonly lat: number | null;
  readonly lon: number | null;
  /** What was measured and the limit that it exceeds, both in the detector's unit; null where it is not a quantity. */
  readonly value: number | null;
  readonly limit: number | null;
  /** Which of several things was found, a stable short name: `sink-rate` of `unstable-approach`. */
  readonly element?: string;
  /** What else a sentence about it needs: `{ runway: '19L', gate: '1000' }`. */
  readonly data?: Readonly<Record<string, string>>;
}

/** Why a detector cannot judge a flight: what nobody reported, or how it was reported. */
export interface NotJudged {
  /** A stable short name: `no-airspeed`, `too-sparse`, `no-landing`. */
  readonly reason: string;
  /** The element that cannot be judged; absent when it is the whole. */
  readonly element?: string;
}

/** A mark with the rule under which it counts. */
export interface RuledMark extends Mark {
  readonly rule: string;
  readonly detector: string;
  readonly follows: readonly Consequence[];
  /** Points that it took. */
  readonly points: number;
  /** The airline's own words of the rule; null where it has none. */
  readonly text: string | null;
  /** Ours about this mark, in English. Pages say the same in the visitor's language, by detector, element and data. */
  readonly sentence: string;
}

/** A rule that could not be judged, and why. */
export interface UnjudgedRule extends NotJudged {
  readonly rule: string;
  readonly detector: string;
}

/** A runway in the direction in which it was used. */
export interface RunwayName {
  /** ICAO code. */
  readonly airport: string;
  /** `19L`. */
  readonly runway: string;
}

/** A place on a runway. An estimate lies between reports far apart. */
export interface TouchdownPlace extends RunwayName {
  /** Metres past the landing threshold; negative before it. */
  readonly fromThresholdM: number;
  /** Metres from the centre line, right positive. */
  readonly offCentreM: number;
  readonly basis: Basis;
}

/**
 * What the rules say of a flight. Made once, when the flight is filed, under the set that was in force when `finish` was
 * called; stored with the receipt.
 */
export interface Judgement {
  /** Number of the rule set. */
  readonly set: number;
  readonly setName: string;
  /** In order of time. */
  readonly marks: readonly RuledMark[];
  readonly notJudged: readonly UnjudgedRule[];
  /** Ids of rules that were not asked: the flight does not meet their conditions, or is exempt. Absent when all were asked. */
  readonly leftAlone?: readonly string[];
  /** The runway of the last landing; absent when none is known. Rates by runway count flights without a mark, too. */
  readonly landedOn?: RunwayName;
  /** 100 less the points, at least 0: the PIREP's score. */
  readonly score: number;
  /** The score that the client said; null when it said none. */
  readonly clientScore: number | null;
  /** Null when the rules leave it to the crew center. */
  readonly state: RuledState | null;
}

/** The result of filing: one per flight; it changes only when staff correct it or have it judged again. */
export interface Receipt {
  readonly flightId: string;
  readonly pirepId: string;
  /** The platform's result of filing: `pending` (waits for review), `accepted` or `rejected`. */
  readonly pirepState: string;
  readonly filedAt: number;
  /** Its figures are as staff corrected them. */
  readonly pirep: Pirep;
  /** What staff corrected, oldest first; absent while nothing is. */
  readonly corrections?: readonly MadeCorrection[];
}

/** A call to the platform that was stored before it was made, and is not resolved yet. */
export type Intent =
  | { readonly kind: 'start'; readonly at: number }
  | {
      readonly kind: 'finish';
      readonly at: number;
      readonly figures: ReportedFigures;
      readonly attempts: number;
      /** Number of the rule set that was in force when `finish` was called; absent when none was. */
      readonly rules?: number;
      /** What these rules say: stored before the crew center is called, so that a flight is judged once. */
      readonly judgement?: Judgement;
    }
  | {
      readonly kind: 'cancel';
      readonly at: number;
      readonly reason: string | null;
      readonly to: 'cancelled' | 'abandoned';
    }
  /** It is filed, but the crew center may not have completed what follows filing. */
  | { readonly kind: 'check'; readonly at: number; readonly repeat: boolean };

/** Air traffic control networks on which a flight can be flown. */
export const networks = ['offline', 'vatsim', 'ivao', 'poscon', 'pilotedge'] as const;
export type Network = (typeof networks)[number];

/** Networks whose own feed can be read. */
export const fedNetworks = ['vatsim', 'ivao'] as const satisfies readonly Network[];
export type FedNetwork = (typeof fedNetworks)[number];

/** What a network's own feed showed of a flight. Instants are whole seconds since the Unix epoch. */
export interface NetworkTrack {
  readonly network: FedNetwork;
  /** When the feed was read without a gap, in order: at other times nobody knows whether the pilot was there. */
  readonly read: readonly (readonly [from: number, to: number])[];
  /** Where the network saw the pilot, in order, at most one a minute; `sign` is an index of `signs`. */
  readonly seen: readonly (readonly [at: number, lat: number, lon: number, sign: number])[];
  /** Under which callsign, and the ICAO type of the flight plan there; null when none was filed. */
  readonly signs: readonly (readonly [callsign: string, aircraftType: string | null])[];
}

/** A flight's paperwork: one small durable document per flight. Its reports are stored separately in the journal. */
export interface Flight {
  readonly id: string;
  /** The journal's short number of the flight, assigned by `journal.nextFlightNumber()`. */
  readonly number: number;
  readonly pilot: { readonly id: string; readonly ident: string; readonly name: string };
  readonly bidId: string | null;
  readonly plan: Plan;
  /** The aircraft flown: the plan's, or the one chosen at start or since. */
  readonly aircraft: Aircraft | null;
  /** A change of the aircraft that is not yet delivered; `from` is the aircraft that the crew center has. Null when it is delivered. */
  readonly pendingAircraft: { readonly from: Aircraft | null } | null;
  /** The network on which it is flown, as reported by the client at the start. */
  readonly network: Network | null;
  /** What the networks' own feeds showed of it, one for each network; absent before anything was read of it. */
  readonly onNetworks?: readonly NetworkTrack[];
  /** What its client said of the PIREP so far; null where it says all with `finish`. */
  readonly said: EarlyFigures | null;
  /** Known from the start if the platform opens a PIREP then, otherwise from filing. */
  readonly pirepId: string | null;
  /** Previous ids of its PIREP (deleted at the platform and prefiled again). */
  readonly formerPirepIds: readonly string[];
  readonly state: FlightState;
  readonly intent: Intent | null;
  readonly startedAt: number;
  readonly lastReportAt: number;
  readonly endedAt: number | null;
  /** Why it ended, as a sentence for the pilot: from the client, the operator or the server. */
  readonly reason: string | null;
  readonly receipt: Receipt | null;
  /** Totals of its reports, set when it ends. While it is under way the live fold has them. */
  readonly summary: FlightSummary | null;
  /** Why filing needs the operator; null when it does not. */
  readonly setAside: string | null;
  /** Take-off and landing as listeners know them; null before the take-off. */
  readonly air: FlightAir | null;
}

/** Whether the aircraft flies, and since when: of several take-offs and landings, the newest. */
export interface FlightAir {
  readonly takeoffAt: number;
  /** Null while it flies. */
  readonly landing: Landing | null;
}

export interface Landing {
  readonly at: number;
  readonly rateFpm: number | null;
  /** Whether the rate is estimated from the positions; false when the client reported it. */
  readonly isRateEstimated: boolean;
  /** The airport where it landed, as far as it is known; absent where that is the planned arrival. */
  readonly elsewhere?: Airport;
}

/** Totals of a flight's reports, for reads after its end. */
export interface FlightSummary {
  readonly phase: string | null;
  readonly lastPosition: Position | null;
  readonly lastSeq: number | null;
  readonly positionCount: number;
  readonly eventCount: number;
  readonly distanceFlownNm: number | null;
}

/** Which entries of the audit log are meant; what is absent limits nothing. */
export interface AuditFilter {
  /** All of them occur in the entry, in capitals or not. */
  readonly words?: readonly string[];
  /** What its actor and its action begin with. */
  readonly actor?: string;
  readonly action?: string;
  /** From this instant on, and before that one. */
  readonly since?: number;
  readonly before?: number;
}

export interface AuditPageRequest extends AuditFilter {
  /** By default the newest comes first. */
  readonly isOldestFirst?: boolean;
  /** Number of entries that are left out first. */
  readonly offset?: number;
  /** `next` of the page before. */
  readonly after?: number;
  readonly limit: number;
}

/** Which flights, ended or not, are wanted; every condition has to be met. */
export interface FlightPageRequest {
  readonly states?: readonly Flight['state'][];
  /** ICAO code of the airport of departure. */
  readonly departure?: string;
  /** ICAO code of the airport where it landed; before it has landed, of the planned arrival. */
  readonly arrival?: string;
  readonly pilotIdent?: string;
  /** Flights that ended at or after this instant, and those that have not ended. */
  readonly endedSince?: number;
  /** Only flights with a lower number. */
  readonly before?: number;
  readonly limit: number;
}

/** How a client names a flight: by its id here, by the id of its PIREP, or by its bid. The first one given is used. */
export interface FlightName {
  readonly flightId?: string;
  readonly pirepId?: string;
  readonly bidId?: string;
}

/** Returns the name of a flight on pages, map and lists: its callsign (`DMO204`), else the crew center's ident. */
export function flightName({ callsign, ident }: { readonly callsign: string | null; readonly ident: string }): string {
  return callsign ?? ident;
}

/** A report of a call that is not stored. */
export interface RefusedReport {
  /** Index in the request. */
  readonly index: number;
  /** One sentence per field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Refused because of the flight's quota, not its content; the call still succeeds. */
  readonly isExcess: boolean;
}

interface FigureRow {
  /** Label: `Flight time`. */
  readonly title: string;
  /** `instant` is UTC, milliseconds since the Unix epoch. */
  readonly unit: 'min' | 'nm' | 'lb' | 'ft/min' | 'instant';
  readonly min: number;
  readonly max: number;
}

/** The figures of a filed PIREP that staff may correct, each with the bounds of what is believed. */
export const correctable = {
  flightTimeMin: { title: 'Flight time', unit: 'min', min: 0, max: 6_000 },
  distanceNm: { title: 'Distance', unit: 'nm', min: 0, max: 30_000 },
  fuelUsedLb: { title: 'Fuel used', unit: 'lb', min: 0, max: 990_000 },
  blockFuelLb: { title: 'Block fuel', unit: 'lb', min: 0, max: 990_000 },
  landingRateFpm: { title: 'Landing rate', unit: 'ft/min', min: -10_000, max: 0 },
  blockOffAt: { title: 'Off block', unit: 'instant', min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) },
  blockOnAt: { title: 'On block', unit: 'instant', min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) },
} as const satisfies Readonly<Record<string, FigureRow>>;

export type CorrectableFigure = keyof typeof correctable;
export const correctableFigures = Object.keys(correctable) as readonly CorrectableFigure[];

/** Figures by their name; null is unknown, absent is not corrected. */
export type CorrectedFigures = Readonly<Partial<Record<CorrectableFigure, number | null>>>;

/** What staff correct of a filed PIREP. */
export interface Correction {
  readonly at: number;
  /** Who corrected it, as in the audit log. */
  readonly by: string;
  readonly reason: string;
  readonly figures: CorrectedFigures;
}

/** A correction that was made, with what each figure was before. */
export interface MadeCorrection extends Correction {
  readonly before: CorrectedFigures;
}

/** Returns a figure as forms have it: `612`, `2026-03-01 14:05`; empty when it is unknown. */
export function figureText(figure: CorrectableFigure, value: number | null): string {
  if (value === null) return '';
  if (correctable[figure].unit !== 'instant') return String(Math.round(value * 100) / 100);
  return new Date(value).toISOString().slice(0, 16).replace('T', ' ');
}

/** What was corrected, as the audit log has it: `Distance 118 → 120 nm; the reason`. @param before - the figures as they were */
export function correctionText(
  before: CorrectedFigures,
  { figures, reason }: Pick<Correction, 'figures' | 'reason'>,
): string {
  const changed = correctableFigures.flatMap((figure) => {
    const value = figures[figure];
    return value === undefined ? [] : `${changeText(figure, before[figure] ?? null, value)}`;
  });
  return [changed.join(', '), reason].join('; ');
}

/** `Distance 118 → 120 nm` */
function changeText(figure: CorrectableFigure, before: number | null, after: number | null): string {
  const { title, unit } = correctable[figure];
  const text = (value: number | null) => figureText(figure, value) || 'unknown';
  return `${title} ${text(before)} → ${text(after)} ${unit === 'instant' ? 'UTC' : unit}`;
}
