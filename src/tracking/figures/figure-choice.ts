import type { Airport, Basis, Pirep, PirepFigure, ReportedFigures } from '../model.ts';

/** A figure that was computed from the reports. */
export interface Computed {
  readonly value: number;
  readonly isEstimated: boolean;
}

/** Chooses the figure that the client reported, else the computed one, and notes in `basis` which it is. */
export function chooserFor(basis: Partial<Record<PirepFigure, Basis>>) {
  return (figure: PirepFigure, reported: number | null, computed: Computed | null): number | null => {
    if (reported !== null) basis[figure] = 'reported';
    else if (computed !== null) basis[figure] = computed.isEstimated ? 'estimated' : 'computed';
    return reported ?? computed?.value ?? null;
  };
}

type AsSaid = Pick<Pirep, 'fares' | 'isForReview' | 'cruiseLevel' | 'zeroFuelWeightLb' | 'isArrivalFiled'>;

/** What a PIREP takes over from its client as it is: no report says it. What the client does not say is absent. */
export function filedAsSaid(figures: ReportedFigures, diversion: Airport | null): AsSaid {
  const { fares, isForReview, cruiseLevel, zeroFuelWeightLb, isArrivalFiled } = figures;
  return {
    ...(fares === undefined ? {} : { fares }),
    ...(isForReview === undefined ? {} : { isForReview }),
    ...(cruiseLevel === undefined ? {} : { cruiseLevel }),
    ...(zeroFuelWeightLb === undefined ? {} : { zeroFuelWeightLb }),
    ...(isArrivalFiled === undefined || diversion === null ? {} : { isArrivalFiled }),
  };
}
