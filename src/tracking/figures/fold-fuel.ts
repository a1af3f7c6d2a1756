import type { Fold, Fuel, Mark } from './fold-state.ts';

export function emptyFuel(): Fuel {
  return {
    lastLb: Number.NaN,
    blockLb: Number.NaN,
    lowestLb: Number.NaN,
    burntLb: 0,
    isEstimated: false,
    isRefuelledOnGround: false,
  };
}

/** Records the block-off: earlier changes of fuel are ignored. */
export function leaveBlock(fold: Fold, mark: Mark): void {
  fold.blockOff = mark;
  fold.blockOffNm = fold.distanceNm;
  startFuel(fold.fuel);
}

/** Called at block-off: counts from the last reported value. */
function startFuel(fuel: Fuel): void {
  fuel.blockLb = fuel.lastLb;
  fuel.lowestLb = fuel.lastLb;
  fuel.burntLb = 0;
  fuel.isEstimated = false;
  fuel.isRefuelledOnGround = false;
}

/** Time after block-off from which a first reported value is no longer the fuel at block-off. */
const lateMs = 2 * 60_000;
/** Distance within which it has not left its stand. */
const atStandNm = 0.1;

/** Adds the fuel of a report after block-off. */
export function foldFuel(fold: Fold, fuelLb: number, at: number): void {
  const { fuel } = fold;
  fuel.lastLb = fuelLb;
  if (Number.isNaN(fuel.lowestLb)) beginLate(fold, fuelLb, at);
  const isAfterLanding = fold.landing !== null && !fold.isAirborne;
  const isParked = isAfterLanding && fold.standingSince !== null && fold.standingSince < at;
  if (fuelLb > fuel.lowestLb + Math.max(20, fuel.lowestLb * 0.005)) refuel(fold, fuelLb, isAfterLanding);
  else if (fuelLb < fuel.lowestLb && !isParked) {
    fuel.burntLb += fuel.lowestLb - fuelLb;
    fuel.lowestLb = fuelLb;
  }
}

/** Handles the first value reported since block-off. */
function beginLate(fold: Fold, fuelLb: number, at: number): void {
  const { fuel, blockOff } = fold;
  fuel.lowestLb = fuelLb;
  if (fold.takeoff === null) fuel.blockLb = fuelLb;
  fuel.isEstimated = fold.takeoff !== null || blockOff === null || at - blockOff.at > lateMs;
}

function refuel(fold: Fold, fuelLb: number, isAfterLanding: boolean): void {
  const { fuel, blockOff } = fold;
  const hasNotLeft = fold.takeoff === null && fold.distanceNm - fold.blockOffNm < atStandNm;
  if (hasNotLeft && fold.standingSince !== null && blockOff?.isTold !== true) {
    // The block-off was jitter on its stand: it is refuelled there and has not left yet.
    fold.blockOff = null;
    startFuel(fuel);
  } else if (hasNotLeft) startFuel(fuel);
  else fuel.lowestLb = fuelLb;
  if (hasNotLeft) return;
  if (isAfterLanding) fuel.isRefuelledOnGround = true;
  else fuel.isEstimated = true;
}
