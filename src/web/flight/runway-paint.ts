import type { Runway } from '../../lib/runways/runway.ts';

/** Something painted on a runway, metres past the landing threshold and right of the centre line. */
export interface Paint {
  readonly fromM: number;
  readonly toM: number;
  readonly leftM: number;
  readonly rightM: number;
}

/** Runways narrower than this have no such marks, metres. */
const minWidthM = 18;
const stripeM = 1.8;
const lineFromM = 70;

/** By landing distance: where the aiming point begins, its length, width and half of the space between its sides, metres. */
const aims = [
  { belowM: 800, fromM: 150, longM: 30, wideM: 4, apartM: 3 },
  { belowM: 1_200, fromM: 250, longM: 30, wideM: 6, apartM: 4.5 },
  { belowM: 2_400, fromM: 300, longM: 45, wideM: 6, apartM: 9 },
  { belowM: Number.POSITIVE_INFINITY, fromM: 400, longM: 45, wideM: 8, apartM: 9 },
] as const;
/** By landing distance: how many pairs mark the touchdown zone. */
const zones = [
  { belowM: 900, pairs: 1 },
  { belowM: 1_200, pairs: 2 },
  { belowM: 1_500, pairs: 3 },
  { belowM: 2_400, pairs: 4 },
  { belowM: Number.POSITIVE_INFINITY, pairs: 6 },
] as const;
const zoneStepM = 150;

/** Returns what ICAO has painted on a runway of this length and width (Annex 14, Volume I, 5.2); nothing on narrow ones. */
export function paintOf({ lengthM, widthFt, displacedFt }: Runway): readonly Paint[] {
  const widthM = (widthFt ?? 0) * 0.3048;
  const landingM = lengthM - displacedFt * 0.3048;
  const aim = aims.find(({ belowM }) => landingM < belowM);
  if (widthM < minWidthM || aim === undefined) return [];
  const apartM = Math.min(aim.apartM, widthM / 2 - aim.wideM - 1);
  const aiming = pair(aim.fromM, aim.longM, apartM, aim.wideM);
  const pairs = zones.find(({ belowM }) => landingM < belowM)?.pairs ?? 0;
  const zone = Array.from({ length: pairs }, (_, index) => (index + 1) * zoneStepM)
    .filter((fromM) => Math.abs(fromM - aim.fromM) > 50)
    .flatMap((fromM) => pair(fromM, 22.5, apartM, 3));
  return [...stripes(widthM), ...aiming, ...zone, ...centreLine(landingM)];
}

function pair(fromM: number, longM: number, apartM: number, wideM: number): readonly Paint[] {
  const along = { fromM, toM: fromM + longM };
  return [
    { ...along, leftM: -apartM - wideM, rightM: -apartM },
    { ...along, leftM: apartM, rightM: apartM + wideM },
  ];
}

function stripes(widthM: number): readonly Paint[] {
  const perSide = Math.max(2, Math.round((widthM / 60) * 8));
  return Array.from({ length: perSide }, (_, index) => stripeM + index * 2 * stripeM)
    .filter((fromM) => fromM + stripeM < widthM / 2)
    .flatMap((fromM) => pair(6, 30, fromM, stripeM));
}

function centreLine(landingM: number): readonly Paint[] {
  const count = Math.max(0, Math.floor((landingM - lineFromM - 60) / 50));
  return Array.from({ length: count }, (_, index) => {
    const fromM = lineFromM + index * 50;
    return { fromM, toM: fromM + 30, leftM: -0.45, rightM: 0.45 };
  });
}
