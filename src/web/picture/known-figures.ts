import type { FlightView } from '../../tracking/figures/flight-view.ts';
import type { PirepFigure } from '../../tracking/model.ts';
import type { SeenTotals } from '../../tracking/running.ts';

/** A figure, and whether it was interpolated. */
export interface KnownFigure {
  readonly value: number;
  readonly isEstimated: boolean;
}

/** Figures of a flight for its picture and for posts: as filed, else what its reports show so far. Instants in milliseconds. */
export interface KnownFigures {
  readonly leftAt: number | null;
  readonly arrivedAt: number | null;
  readonly flightTimeMin: KnownFigure | null;
  readonly distanceNm: KnownFigure | null;
  readonly landingRateFpm: KnownFigure | null;
}

/** @param totals - of a flight whose paperwork is open; null for one that has ended */
export function knownFigures({ flight, distanceFlownNm }: FlightView, totals: SeenTotals | null): KnownFigures {
  if (flight.receipt === null) return figuresSoFar(totals, distanceFlownNm);
  const { basis, ...pirep } = flight.receipt.pirep;
  const figure = (name: PirepFigure): KnownFigure | null => {
    const value = pirep[name];
    return value === null ? null : { value, isEstimated: basis[name] === 'estimated' };
  };
  return {
    leftAt: pirep.blockOffAt ?? pirep.takeoffAt,
    arrivedAt: pirep.blockOnAt ?? pirep.landingAt,
    flightTimeMin: figure('flightTimeMin'),
    distanceNm: figure('distanceNm'),
    landingRateFpm: figure('landingRateFpm'),
  };
}

/** Without times of arrival: before the end another landing may follow. */
function figuresSoFar(totals: SeenTotals | null, flownNm: number | null): KnownFigures {
  const leftAt = totals?.blockOff?.at ?? totals?.takeoff?.at ?? null;
  const minutes = leftAt === null || !totals?.last ? null : (totals.last.recordedAt - leftAt) / 60_000;
  const rate = totals?.landing === null ? null : (totals?.landingRateFpm ?? null);
  return {
    leftAt,
    arrivedAt: null,
    flightTimeMin: minutes === null ? null : { value: minutes, isEstimated: false },
    distanceNm: flownNm === null ? null : { value: flownNm, isEstimated: totals?.hasGap === true },
    landingRateFpm: rate,
  };
}

/** Returns the totals of a flight whose paperwork is open. */
export function totalsOf(
  flights: Iterable<{ readonly flight: { readonly id: string }; readonly fold: SeenTotals }>,
  id: string,
): SeenTotals | null {
  for (const { flight, fold } of flights) if (flight.id === id) return fold;
  return null;
}
