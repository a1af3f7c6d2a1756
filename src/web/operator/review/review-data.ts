import { arrivalOf, wayOf } from '../../../tracking/figures/arrival.ts';
import type { Flight } from '../../../tracking/model.ts';
import type { TextKey } from '../../browser/wording.js';
import type { FlightRecord } from '../../flight/record.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** What was planned beside what was flown; `–` where it is not known. */
export interface PlannedRow {
  /** The key of its text. */
  readonly name: TextKey;
  readonly planned: string;
  readonly flown: string;
  /** Whether both are known and differ in what is not measured. */
  readonly differs: boolean;
}

const unknown = '–';

/** Returns route, times, fuel and aircraft, planned and flown. */
export function plannedRows({ view: { flight }, pirep }: FlightRecord, { figures }: Visitor): readonly PlannedRow[] {
  const { plan } = flight;
  const write = (value: number | null | undefined, text: (value: number) => string) =>
    value === null || value === undefined ? unknown : text(value);
  const measured = (name: TextKey, planned: string, flown: string) => ({ name, planned, flown, differs: false });
  const named = (name: TextKey, planned: string | null, flown: string | null) => ({
    name,
    planned: planned || unknown,
    flown: flown || unknown,
    differs: Boolean(planned) && Boolean(flown) && planned?.trim() !== flown?.trim(),
  });
  const clock = (at: number) => figures.clock(at);
  const minutes = (value: number) => figures.duration(value);
  const weight = (value: number) => figures.weight(value);
  const distance = (value: number) => figures.distance(value);
  return [
    named('plan.arrival', plan.arrival.icao, arrivalOf(flight).icao),
    named('plan.aircraft', aircraftText(plan.aircraft), aircraftText(flight.aircraft)),
    named('plan.route', plan.route, pirep.route ?? plan.route),
    measured('plan.off-block', plan.departureTime || unknown, write(pirep.blockOffAt, clock)),
    measured('plan.on-block', plan.arrivalTime || unknown, write(pirep.blockOnAt, clock)),
    measured('plan.block-time', write(plan.plannedFlightTimeMin, minutes), write(pirep.flightTimeMin, minutes)),
    measured('plan.distance', write(plan.distanceNm, distance), write(pirep.distanceNm, distance)),
    measured('plan.block-fuel', write(plan.plannedBlockFuelLb, weight), write(pirep.blockFuelLb, weight)),
    measured('plan.fuel-used', unknown, write(pirep.fuelUsedLb, weight)),
  ];
}

function aircraftText(aircraft: Flight['aircraft']): string | null {
  return aircraft === null ? null : [aircraft.icao, aircraft.registration].filter(Boolean).join(' ');
}

/** An earlier flight of the same pilot. */
export interface LastFlight {
  readonly id: string;
  readonly name: string;
  readonly way: string;
  readonly day: string;
  readonly landing: string;
  readonly score: string;
  readonly marks: string;
}

/** Returns one row of the pilot's last flights; null for one that was not filed. */
export function lastFlightOf(flight: Flight, { figures }: Visitor): LastFlight | null {
  const { id, plan, receipt } = flight;
  if (receipt === null) return null;
  const { landingRateFpm, score, judgement } = receipt.pirep;
  return {
    id,
    name: plan.callsign ?? plan.ident,
    way: wayOf(flight),
    day: figures.day(receipt.filedAt),
    landing: landingRateFpm === null ? unknown : figures.rate(landingRateFpm),
    score: score === null ? unknown : figures.number(score),
    marks: judgement === undefined ? unknown : figures.number(judgement.marks.length),
  };
}
