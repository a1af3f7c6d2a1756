import { textOf } from '../../lib/row.ts';
import type { Secret } from '../../lib/secret.ts';
import type {
  Aircraft,
  Airport,
  Bid,
  Correction,
  FreeFlight,
  Pilot,
  Pirep,
  Plan,
  Report,
} from '../../tracking/model.ts';
import type { Desk } from '../desk.ts';
import type { PirepPapers } from '../papers.ts';
import type {
  Capabilities,
  CrewCenterSettings,
  FlightClass,
  HostFlight,
  HostPirep,
  LiveRow,
  NetworkIds,
  PirepDecision,
  Platform,
  Progress,
  RejudgedPirep,
} from '../port.ts';
import { readFlightClass } from '../seven/flight-class.ts';
import { readNetworkIds } from '../seven/network-ids.ts';
import { listPending } from '../seven/pending.ts';
import { changeAircraft } from './aircraft-change.ts';
import { findAirport } from './airports.ts';
import { listBids } from './bids.ts';
import { correctPirep } from './correcting.ts';
import type { CrewCenter } from './crew-center.ts';
import { embeddedDesk } from './desk/desk.ts';
import { cancelPirep, filePirep } from './filing.ts';
import { findAircraft } from './fleet.ts';
import { deliverLive, suspendPirep, updatePirep } from './live.ts';
import { openPirep } from './opening.ts';
import { embeddedPapers } from './papers.ts';
import { pilotRecords } from './pilot-copy.ts';
import { authenticate, findByKey, findByLogin, readPilots } from './pilots.ts';
import { decidePirep } from './pirep-admin.ts';
import { commentPirep } from './pirep-comments.ts';
import { ownPirep, toHostPirep } from './pirep-rows.ts';
import { planFreeFlight } from './plans.ts';
import { rejudgePirep } from './rejudging.ts';
import { readSettings } from './settings.ts';
import { deliverTrack } from './track.ts';

/** The adapter of the embedded crew center. The core uses it only through the port, as any other crew center. */
export class EmbeddedPlatform implements Platform {
  /** Stores no row per position: the journal has the whole track, and the pages read it there. */
  readonly capabilities: Capabilities = {
    pirepAtStart: true,
    apiKeys: true,
    track: false,
    liveEvents: true,
    adminSettings: true,
  };
  readonly desk: Desk;
  readonly papers: PirepPapers;
  readonly #crewCenter: CrewCenter;
  readonly #close: () => Promise<void>;

  constructor(crewCenter: CrewCenter, close: () => Promise<void>) {
    this.#crewCenter = crewCenter;
    this.desk = embeddedDesk(crewCenter);
    this.papers = embeddedPapers(crewCenter);
    this.#close = close;
  }

  async readSettings(): Promise<CrewCenterSettings> {
    return this.#crewCenter.read(() => readSettings(this.#crewCenter));
  }

  async authenticate(login: string, password: Secret): Promise<Pilot | null> {
    return authenticate(this.#crewCenter, login, password);
  }

  async findPilotId(login: string): Promise<string | null> {
    const row = this.#crewCenter.read(() => findByLogin(this.#crewCenter, login.trim()));
    return row === null ? null : textOf(row, 'id');
  }

  async authenticateKey(apiKey: Secret): Promise<Pilot | null> {
    return this.#crewCenter.read(() => findByKey(this.#crewCenter, apiKey));
  }

  async readPilots(pilotIds: readonly string[]): Promise<ReadonlyMap<string, Pilot>> {
    return this.#crewCenter.read(() => readPilots(this.#crewCenter, pilotIds));
  }

  readNetworkIds(pilotIds: readonly string[]): Promise<ReadonlyMap<string, NetworkIds>> {
    return readNetworkIds(this.#crewCenter.tables, pilotIds);
  }

  async listBids(pilotId: string): Promise<readonly Bid[]> {
    return this.#crewCenter.read(() => listBids(this.#crewCenter, pilotId));
  }

  async latestBid(pilotId: string): Promise<{ readonly bid: Bid | null; readonly blocked: string | null }> {
    const [bid] = await this.listBids(pilotId);
    return { bid: bid ?? null, blocked: null };
  }

  async planFreeFlight(pilotId: string, flight: FreeFlight): Promise<Plan> {
    return this.#crewCenter.read(() => planFreeFlight(this.#crewCenter, pilotId, flight));
  }

  async findAircraft(
    pilotId: string,
    plan: Plan,
    wanted: { readonly aircraft: string | null; readonly registration: string | null },
  ): Promise<Aircraft> {
    const wish = { pilotId, scheduleId: plan.scheduleId, airlineId: plan.airlineId, departure: plan.departure.icao };
    return this.#crewCenter.read(() => findAircraft(this.#crewCenter, wish, wanted));
  }

  async findAirport(
    where: { readonly icao: string } | { readonly lat: number; readonly lon: number },
  ): Promise<Airport | null> {
    return this.#crewCenter.read(() => findAirport(this.#crewCenter, where));
  }

  openPirep(flight: HostFlight): Promise<{ readonly pirepId: string; readonly adopted: boolean }> {
    return this.#crewCenter.write((emit) => openPirep(this.#crewCenter, emit, flight));
  }

  async findPirep(flight: HostFlight): Promise<HostPirep | null> {
    const row = this.#crewCenter.read(() => ownPirep(this.#crewCenter, flight));
    return row === null ? null : toHostPirep(row);
  }

  updatePirep(flight: HostFlight, progress: Progress): Promise<void> {
    return updatePirep(this.#crewCenter, flight, progress);
  }

  changeAircraft(flight: HostFlight): Promise<void> {
    return this.#crewCenter.write((emit) => changeAircraft(this.#crewCenter, emit, flight));
  }

  suspendPirep(flight: HostFlight): Promise<void> {
    return suspendPirep(this.#crewCenter, flight);
  }

  filePirep(flight: HostFlight, pirep: Pirep): Promise<HostPirep> {
    return this.#crewCenter.write((emit) => filePirep(this.#crewCenter, emit, flight, pirep));
  }

  readFlightClass(flight: HostFlight): Promise<FlightClass> {
    return readFlightClass(this.#crewCenter.tables, flight);
  }

  decidePirep(pirepId: string, wish: PirepDecision): Promise<HostPirep> {
    return decidePirep(this.#crewCenter, pirepId, wish);
  }

  listPending(limit: number): Promise<readonly string[]> {
    return listPending(this.#crewCenter.tables, limit);
  }

  async commentPirep({ pirepId }: HostFlight, text: string): Promise<void> {
    await commentPirep(this.#crewCenter, pirepId ?? '', text);
  }

  correctPirep(pirepId: string, correction: Correction): Promise<HostPirep> {
    return correctPirep(this.#crewCenter, pirepId, correction);
  }

  async readPilotRecords(pilotId: string): Promise<Readonly<Record<string, unknown>>> {
    return pilotRecords(this.#crewCenter, pilotId);
  }

  rejudgePirep(pirepId: string, again: RejudgedPirep): Promise<HostPirep> {
    return rejudgePirep(this.#crewCenter, pirepId, again);
  }

  cancelPirep(flight: HostFlight, reason: string | null): Promise<HostPirep | null> {
    return this.#crewCenter.write((emit) => cancelPirep(this.#crewCenter, emit, flight, reason));
  }

  deliverLive(rows: readonly LiveRow[]): Promise<void> {
    return deliverLive(this.#crewCenter, rows);
  }

  deliverTrack(flight: HostFlight, reports: readonly Report[]): Promise<void> {
    return deliverTrack(this.#crewCenter, flight, reports);
  }

  close(): Promise<void> {
    return this.#close();
  }
}
