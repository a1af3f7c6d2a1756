import type { HostFlight, HostPirep, LiveRow, Progress } from '../../../src/platform/port.ts';
import type { Pirep, Report } from '../../../src/tracking/model.ts';
import { Refusal } from '../../../src/tracking/refusals.ts';
import { carryOut } from './decisions.ts';
import type { ModelHost, StoredPirep } from './host.ts';
import type { Plans } from './plans.ts';

/** What the host does with PIREPs, and its map. */
export class Paperwork {
  readonly #host: ModelHost;
  readonly #plans: Plans;

  constructor(host: ModelHost, plans: Plans) {
    this.#host = host;
    this.#plans = plans;
  }

  /** The PIREP of this flight, and of its pilot: by its id, or as the one that was made for it. */
  find({ id, pirepId, pilotId }: HostFlight): StoredPirep | null {
    const own = this.#host.pirepsOf(pilotId);
    if (pirepId !== null) return own.find((pirep) => pirep.id === pirepId) ?? null;
    return own.find((pirep) => pirep.flightId === id) ?? null;
  }

  open(flight: HostFlight): { readonly pirepId: string | null; readonly adopted: boolean } {
    const { id, pirepId, pilotId, plan, bidId } = flight;
    if (!this.#host.capabilities.pirepAtStart || pirepId === null) return { pirepId: null, adopted: false };
    const known = this.find(flight);
    if (known !== null && known.state !== 'open') throw ended(known);
    if (known !== null) return { pirepId: known.id, adopted: false };
    if (this.#host.pireps.has(pirepId)) throw refused('It has another PIREP with this id.');
    this.#requirePilotAndAircraft(flight);
    const same = this.#host.pirepsOf(pilotId).filter((pirep) => isSameFlight(pirep, flight));
    const begun = same.find(({ state }) => state === 'open');
    if (begun !== undefined) {
      begun.aircraftId = flight.aircraft?.id ?? begun.aircraftId;
      return { pirepId: begun.id, adopted: true };
    }
    const since = this.#host.clock.now() - this.#host.duplicateMin * 60_000;
    if (same.some(({ state, createdAt }) => state !== 'cancelled' && createdAt >= since))
      throw new Refusal('too-soon', { message: 'The same flight was filed a short while ago.', retryAfterS: 60 });
    this.#host.makePirep({ id: pirepId, pilotId, flightId: id, plan, aircraftId: flight.aircraft?.id ?? null, bidId });
    return { pirepId, adopted: false };
  }

  update(flight: HostFlight, { distanceNm, fuelUsedLb, blockOffAt, flightTimeMin }: Progress): void {
    const pirep = this.#requireOpen(flight);
    this.#host.map.add(flight.id);
    if (pirep === null) return;
    const told = Object.entries({ distanceNm, fuelUsedLb, blockOffAt, flightTimeMin });
    pirep.figures = { ...pirep.figures, ...Object.fromEntries(told.filter(([, figure]) => figure !== null)) };
  }

  changeAircraft(flight: HostFlight): void {
    const pirep = this.#requireOpen(flight);
    if (pirep === null) return;
    const aircraftId = flight.aircraft?.id ?? null;
    if (!this.#plans.mayTake(aircraftId))
      throw new Refusal('invalid', { message: 'No such aircraft.', fields: { aircraft: 'You may not take it.' } });
    pirep.aircraftId = aircraftId;
  }

  suspend(flight: HostFlight): void {
    this.#requireOpen(flight);
    this.#host.map.delete(flight.id);
  }

  /** @param isTorn - whether it ends before the bid is removed */
  file(flight: HostFlight, filed: Pirep, isTorn: boolean): HostPirep {
    const { pirepAtStart } = this.#host.capabilities;
    const known = this.find(flight) ?? null;
    if (known === null && pirepAtStart) throw missing();
    if (known?.state === 'cancelled') throw ended(known);
    if (known !== null && known.state !== 'open') return { ...toHostPirep(known), isUnsure: true };
    this.#requirePilotAndAircraft(flight);
    if (isTorn && !pirepAtStart) return { pirepId: '', state: 'open' };
    const pirep = known ?? this.#newPirep(flight);
    pirep.state = 'pending';
    pirep.filedAt = this.#host.clock.now();
    pirep.figures = { ...pirep.figures, ...figuresOf(filed) };
    pirep.text = JSON.stringify([filed.notes, filed.log, filed.fields, filed.route]);
    pirep.filed = filed;
    for (const [name, value] of Object.entries(filed.fields)) pirep.fields.set(name, value);
    pirep.arrival = filed.diversion?.icao ?? pirep.arrival;
    pirep.score = filed.score;
    if (filed.judgement !== undefined) carryOut(this.#host, pirep, filed.judgement);
    pirep.aircraftId = flight.aircraft?.id ?? pirep.aircraftId;
    this.#host.map.delete(flight.id);
    if (!isTorn) this.removeBid(flight);
    return toHostPirep(pirep);
  }

  hasBid({ bidId, pilotId }: HostFlight): boolean {
    return bidId !== null && this.#host.bids.get(bidId)?.pilotId === pilotId;
  }

  removeBid(flight: HostFlight): void {
    if (flight.bidId !== null && this.hasBid(flight)) this.#host.removeBid(flight.bidId, 'filed');
  }

  cancel(flight: HostFlight): HostPirep | null {
    const pirep = this.find(flight);
    if (pirep !== null && pirep.state !== 'open' && pirep.state !== 'cancelled') return toHostPirep(pirep);
    if (pirep !== null) pirep.state = 'cancelled';
    this.#host.map.delete(flight.id);
    return null;
  }

  showLive(rows: readonly LiveRow[]): void {
    for (const { flight, position } of rows) {
      const pirep = this.find(flight);
      const isThere = pirep === null ? !this.#host.capabilities.pirepAtStart : pirep.state === 'open';
      if (!isThere) continue;
      this.#host.map.add(flight.id);
      this.#host.liveRows.set(flight.id, { lat: position.lat, lon: position.lon });
    }
  }

  addTrack(flight: HostFlight, reports: readonly Report[]): void {
    const { track, liveEvents } = this.#host.capabilities;
    if (!track && !liveEvents) return;
    const pirep = this.#requireOpen(flight);
    if (reports.length > this.#host.maxBatch) throw refused('The request is too large.');
    for (const report of reports) {
      if (report.kind === 'position' ? track : liveEvents) pirep?.reports.set(report.number, structuredClone(report));
    }
  }

  /** Null where the host has no PIREP before filing. */
  #requireOpen(flight: HostFlight): StoredPirep | null {
    const pirep = this.find(flight);
    if (pirep === null && this.#host.capabilities.pirepAtStart) throw missing();
    if (pirep !== null && pirep.state !== 'open') throw ended(pirep);
    return pirep;
  }

  #requirePilotAndAircraft({ pilotId, aircraft }: HostFlight): void {
    if (!this.#host.pilots.has(pilotId)) throw refused('It no longer has the pilot.');
    if (aircraft === null || !this.#host.aircraft.has(aircraft.id)) throw refused('It no longer has the aircraft.');
  }

  #newPirep({ id, pilotId, plan, aircraft, bidId }: HostFlight): StoredPirep {
    const pirepId = `pirep${this.#host.nextNumber()}`;
    const aircraftId = aircraft?.id ?? null;
    return this.#host.makePirep({ id: pirepId, pilotId, flightId: id, plan, aircraftId, bidId });
  }
}

export function toHostPirep({ id, state }: StoredPirep): HostPirep {
  return { pirepId: id, state };
}

function isSameFlight({ plan, bidId }: StoredPirep, flight: HostFlight): boolean {
  if (bidId !== null && bidId === flight.bidId) return true;
  const { flightNumber, departure, arrival } = flight.plan;
  const isSameLeg = plan.departure.icao === departure.icao && plan.arrival.icao === arrival.icao;
  return isSameLeg && plan.flightNumber === flightNumber;
}

function figuresOf(pirep: Pirep): Readonly<Record<string, number | null>> {
  const { flightTimeMin, distanceNm, fuelUsedLb, landingRateFpm, blockOffAt, blockOnAt } = pirep;
  return { flightTimeMin, distanceNm, fuelUsedLb, landingRateFpm, blockOffAt, blockOnAt };
}

const missing = () => new Refusal('flight-not-found', { message: 'The crew center no longer has this PIREP.' });
const refused = (message: string) => new Refusal('crew-center-refused', { message });

function ended({ state }: StoredPirep): Refusal {
  return new Refusal('flight-ended', { message: `At the crew center this PIREP is ${state}.` });
}
