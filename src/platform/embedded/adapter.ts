import { textOf } from '../../lib/row.ts';
import type { Secret } from '../../lib/secret.ts';
import type { Aircraft, Airport, Bid, FreeFlight, Pilot, Pirep, Plan, Report } from '../../tracking/model.ts';
import type { Desk } from '../desk.ts';
import type { Capabilities, CrewCenterSettings, HostFlight, HostPirep, LiveRow, Platform, Progress } from '../port.ts';
import { pirepState } from '../seven/pirep-state.ts';
import { paused, statusOfPhase } from '../seven/pirep-status.ts';
import { toSqlTime, toSqlTimeOrNull } from '../seven/sql-time.ts';
import { changeAircraft } from './aircraft-change.ts';
import { findAirport, nearestAirport } from './airport-lookup.ts';
import { listBids } from './bids.ts';
import type { CrewCenter } from './crew-center.ts';
import { embeddedDesk } from './desk/desk.ts';
import { cancelPirep, filePirep } from './filing.ts';
import { findAircraft } from './fleet.ts';
import { planFreeFlight } from './free-flights.ts';
import { readHostSettings } from './host-settings.ts';
import { openPirep } from './opening.ts';
import { authenticate, findByKey, findByLogin, readPilots } from './pilots.ts';
import { addEvents } from './pirep-log.ts';
import { openPirepRow, ownPirep, toHostPirep } from './pirep-rows.ts';
import { PirepService } from './pirep-service.ts';
import { readTrackerConfig, toCrewCenterSettings } from './tracker-config.ts';

/** How far from a place its airport may be, nautical miles. */
const airportWithinNm = 10;

/** The embedded crew center behind the port: like any other, it is asked and told through here only. */
export class EmbeddedPlatform implements Platform {
  /** No row a position: the journal keeps the whole track, packed, and pages read it there. */
  readonly capabilities: Capabilities = {
    pirepAtStart: true,
    apiKeys: true,
    track: false,
    liveEvents: true,
    adminSettings: true,
  };
  readonly desk: Desk;
  readonly #crewCenter: CrewCenter;
  readonly #close: () => Promise<void>;

  constructor(crewCenter: CrewCenter, close: () => Promise<void>) {
    this.#crewCenter = crewCenter;
    this.desk = embeddedDesk(crewCenter);
    this.#close = close;
  }

  async readSettings(): Promise<CrewCenterSettings> {
    return this.#crewCenter.read(() => toCrewCenterSettings(readTrackerConfig(this.#crewCenter)));
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
    return this.#crewCenter.read(() =>
      'icao' in where
        ? findAirport(this.#crewCenter, where.icao)
        : nearestAirport(this.#crewCenter, where, airportWithinNm),
    );
  }

  openPirep(flight: HostFlight): Promise<{ readonly pirepId: string; readonly adopted: boolean }> {
    return this.#crewCenter.write((tell) => openPirep(this.#crewCenter, tell, flight));
  }

  async findPirep(flight: HostFlight): Promise<HostPirep | null> {
    const row = this.#crewCenter.read(() => ownPirep(this.#crewCenter, flight));
    return row === null ? null : toHostPirep(row);
  }

  /** Each minute anew. */
  updatePirep(flight: HostFlight, progress: Progress): Promise<void> {
    return this.#crewCenter.writeSoon((tell) => {
      const row = openPirepRow(this.#crewCenter, flight);
      new PirepService(this.#crewCenter, tell).update(String(row.id), progressColumns(progress, row.status === paused));
    });
  }

  changeAircraft(flight: HostFlight): Promise<void> {
    return this.#crewCenter.write((tell) => changeAircraft(this.#crewCenter, tell, flight));
  }

  /** Paused, and last heard of so long ago that a map by `updated_at`, as version 7 draws it, leaves it out. */
  suspendPirep(flight: HostFlight): Promise<void> {
    return this.#crewCenter.write((tell) => {
      const row = openPirepRow(this.#crewCenter, flight);
      const { liveTimeH } = readHostSettings(this.#crewCenter);
      const updatedAt = toSqlTime(this.#crewCenter.clock.now() - liveTimeH * 3_600_000 - 60_000);
      new PirepService(this.#crewCenter, tell).update(String(row.id), { status: paused, updated_at: updatedAt });
    });
  }

  filePirep(flight: HostFlight, pirep: Pirep): Promise<HostPirep> {
    return this.#crewCenter.write((tell) => filePirep(this.#crewCenter, tell, flight, pirep));
  }

  cancelPirep(flight: HostFlight, reason: string | null): Promise<HostPirep | null> {
    return this.#crewCenter.write((tell) => cancelPirep(this.#crewCenter, tell, flight, reason));
  }

  /** The map is the server's own and needs no row; a flight that was suspended is under way again. */
  async deliverLive(rows: readonly LiveRow[]): Promise<void> {
    const suspended = this.#crewCenter.read(() =>
      this.#crewCenter.all(
        `SELECT id FROM pireps WHERE state = ${pirepState.inProgress} AND status = '${paused}' AND deleted_at IS NULL`,
      ),
    );
    const ids = new Set(suspended.map((row) => row.id));
    const back = rows.filter((row) => row.phase !== 'paused' && ids.has(row.flight.pirepId));
    if (back.length === 0) return;
    await this.#crewCenter.writeSoon((tell) => {
      const service = new PirepService(this.#crewCenter, tell);
      for (const { flight, phase } of back) {
        const row = ownPirep(this.#crewCenter, flight);
        if (row !== null) service.update(String(row.id), { status: statusOfPhase(phase) ?? 'ENR' });
      }
    });
  }

  async deliverTrack(flight: HostFlight, reports: readonly Report[]): Promise<void> {
    if (reports.every((report) => report.kind !== 'event')) return;
    await this.#crewCenter.write(() => {
      const row = openPirepRow(this.#crewCenter, flight);
      addEvents(this.#crewCenter, String(row.id), reports);
    });
  }

  close(): Promise<void> {
    return this.#close();
  }
}

/** Only what is known; a paused one whose phase the host has no word for is under way again. */
function progressColumns(progress: Progress, isPaused: boolean): Readonly<Record<string, string | number>> {
  const columns = {
    status: statusOfPhase(progress.phase) ?? (isPaused ? 'ENR' : null),
    distance: progress.distanceNm,
    fuel_used: progress.fuelUsedLb,
    flight_time: progress.flightTimeMin === null ? null : Math.round(progress.flightTimeMin),
    block_off_time: toSqlTimeOrNull(progress.blockOffAt),
  };
  const known = Object.entries(columns).filter((entry): entry is [string, string | number] => entry[1] !== null);
  return Object.fromEntries(known);
}
