import type { Airport, Pirep, ReportedFigures } from '../model.ts';

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
