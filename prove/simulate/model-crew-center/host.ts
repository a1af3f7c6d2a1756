import type { Clock } from '../../../src/lib/clock.ts';
import type { Capabilities, CrewCenterSettings, HostPirep } from '../../../src/platform/port.ts';
import { defaultSettings } from '../../../src/platform/seven/settings.ts';
import type { Aircraft, Airport, Pirep, Plan, Position, Report, Standing } from '../../../src/tracking/model.ts';
import type { PilotComment, RouteFix } from '../../../src/tracking/papers-model.ts';

/** A pilot of the crew center. */
export interface HostPilot {
  readonly id: string;
  readonly ident: string;
  readonly name: string;
  readonly email: string;
  password: string;
  apiKey: string | null;
  standing: Standing;
  /** Name of the rank; null for none. */
  rank?: string | null;
}

export interface HostBid {
  readonly id: string;
  readonly pilotId: string;
  readonly plan: Plan;
  /** Why it cannot be flown; null when it can. */
  readonly blocked: string | null;
  readonly madeAt: number;
}

export interface StoredPirep {
  readonly id: string;
  readonly pilotId: string;
  /** The flight of Tracker's for which it was made; null for one begun on the web. */
  flightId: string | null;
  state: HostPirep['state'];
  readonly plan: Plan;
  aircraftId: string | null;
  bidId: string | null;
  /** When it was made, and filed. */
  readonly createdAt: number;
  filedAt: number | null;
  /** As last told, by name; null is unknown. */
  figures: Readonly<Record<string, number | null>>;
  text: string;
  /** As it was filed; null before. */
  filed: Pirep | null;
  /** What its pilot has written beside filing it. */
  readonly comments: PilotComment[];
  readonly fields: Map<string, string>;
  route: readonly RouteFix[];
  /** What the airline's rules say of it, as its readers see it. */
  score: number | null;
  comment: string | null;
  arrival: string;
  /** Its track and log, by the reports' numbers. */
  readonly reports: Map<number, Report>;
}

/** Why a bid is there no more. */
export interface BidGone {
  readonly madeAt: number;
  readonly at: number;
  readonly because: 'filed' | 'unbooked' | 'staff';
}

/** Something that was decided of a filed PIREP. */
export interface HostDecision {
  readonly pirepId: string;
  readonly by: 'rules' | 'staff';
  readonly from: HostPirep['state'];
  readonly to: HostPirep['state'];
  readonly at: number;
}

export interface HostAircraft extends Aircraft {
  /** Whether pilots may take it. */
  readonly isFree: boolean;
}

export interface HostOptions {
  readonly capabilities: Capabilities;
  readonly clock: Clock;
  /** How long after filing a flight the same one cannot be begun again, in minutes. */
  readonly duplicateMin: number;
}

/** What a crew center keeps; it outlives every server that works with it. */
export class ModelHost {
  readonly capabilities: Capabilities;
  readonly clock: Clock;
  readonly duplicateMin: number;
  readonly pilots = new Map<string, HostPilot>();
  readonly airports = new Map<string, Airport & { readonly lat: number; readonly lon: number }>();
  readonly airlines = new Set<string>();
  readonly aircraft = new Map<string, HostAircraft>();
  readonly bids = new Map<string, HostBid>();
  /** Whose each bid is or was. */
  readonly bidOwners = new Map<string, string>();
  /** What became of those that are there no more. */
  readonly bidsGone = new Map<string, BidGone>();
  /** Schedules that pilots may book, by their id. */
  schedules: ReadonlyMap<string, Plan> = new Map();
  readonly pireps = new Map<string, StoredPirep>();
  /** PIREPs that its staff has cancelled. */
  readonly cancelledByStaff = new Set<string>();
  /** PIREPs that its staff has deleted. */
  readonly deletedByStaff = new Set<string>();
  /** How many reports it takes at once; it refuses more. */
  maxBatch = Number.POSITIVE_INFINITY;
  /** To what it said no although it could have done it, as in `filePirep of FLIGHT`. */
  readonly refused = new Set<string>();
  /** Flights of which two calls for paperwork of one server were under way at once. */
  readonly overlaps: string[] = [];
  /** What was decided of PIREPs, in order. */
  readonly decisions: HostDecision[] = [];
  /** Minutes that each pilot has flown in accepted PIREPs. */
  readonly minutes = new Map<string, number>();
  /** Flights that its map shows, by Tracker's id of them. */
  readonly map = new Set<string>();
  /** Where its map shows a flight, by Tracker's id of it. */
  readonly liveRows = new Map<string, Readonly<Pick<Position, 'lat' | 'lon'>>>();
  settings: CrewCenterSettings = { ...defaultSettings('Model Air'), sessionTtlMin: 720, bidsRequired: false };
  #numbers = 0;

  constructor({ capabilities, clock, duplicateMin }: HostOptions) {
    this.capabilities = capabilities;
    this.clock = clock;
    this.duplicateMin = duplicateMin;
  }

  /** A number that is not used yet. */
  nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  addBid(pilotId: string, plan: Plan, blocked: string | null = null): HostBid {
    const bid = { id: String(this.nextNumber()), pilotId, plan, blocked, madeAt: this.clock.now() };
    this.bids.set(bid.id, bid);
    this.bidOwners.set(bid.id, pilotId);
    return bid;
  }

  removeBid(id: string, because: BidGone['because']): void {
    const bid = this.bids.get(id);
    if (bid === undefined) return;
    this.bids.delete(id);
    this.bidsGone.set(id, { madeAt: bid.madeAt, at: this.clock.now(), because });
  }

  /** A PIREP that the pilot begins on the web for this bid. */
  beginPirep(pilotId: string, bidId: string): string | null {
    const bid = this.bids.get(bidId);
    if (bid === undefined || bid.pilotId !== pilotId || !this.capabilities.pirepAtStart) return null;
    const id = `web${this.nextNumber()}`;
    this.makePirep({ id, pilotId, flightId: null, plan: bid.plan, aircraftId: bid.plan.aircraft?.id ?? null, bidId });
    return id;
  }

  makePirep(made: Pick<StoredPirep, 'id' | 'pilotId' | 'flightId' | 'plan' | 'aircraftId' | 'bidId'>): StoredPirep {
    const arrival = made.plan.arrival.icao;
    const blank = { state: 'open' as const, filedAt: null, figures: {}, text: '', score: null, comment: null, arrival };
    const papers = { filed: null, comments: [], fields: new Map(), route: [] };
    const pirep: StoredPirep = { ...made, ...blank, ...papers, createdAt: this.clock.now(), reports: new Map() };
    this.pireps.set(pirep.id, pirep);
    return pirep;
  }

  /** Its own service, which does what it is called for: who calls it twice counts the hours twice. */
  decide(pirep: StoredPirep, to: StoredPirep['state'], by: HostDecision['by']): void {
    const { id: pirepId, state: from, pilotId, figures } = pirep;
    const minutes = figures.flightTimeMin ?? 0;
    const change = to === 'accepted' ? minutes : from === 'accepted' ? -minutes : 0;
    this.minutes.set(pilotId, (this.minutes.get(pilotId) ?? 0) + change);
    this.decisions.push({ pirepId, by, from, to, at: this.clock.now() });
    pirep.state = to;
  }

  pirepsOf(pilotId: string): readonly StoredPirep[] {
    return [...this.pireps.values()].filter((pirep) => pirep.pilotId === pilotId);
  }
}
