import { distanceNm } from '../../../lib/geo.ts';
import type { Detector, Finding, FlownFlight, Limits, Mark } from './detector.ts';
import { runwayData, withoutRepeats } from './findings.ts';
import { isAbove, placeOfLanding, type Range } from './landing-places.ts';
import { type Landing, landingsOf } from './landings.ts';
import { displacedM, peakOf } from './runway-landing.ts';
import { spacingOf } from './spacing.ts';

const footM = 0.3048;
/** Reports this many seconds apart show a load factor of its touchdown and a bounce. */
const denseS = 2;
/** With reports farther apart it is not known where it touched down well enough to say that there is no runway, seconds. */
const maxPlaceGapS = 20;
/** Nearer to the planned airport than this it is there, whatever the runway's airport is called. */
const sameAirportNm = 3;

type Limit = 'rateFpm' | 'g' | 'longFt' | 'offCentreM' | 'bounces';
/** What is judged of one landing: whether it is beyond the limit, null when nobody can say. */
interface Verdict {
  readonly element: string;
  readonly isBeyond: boolean | null;
  readonly reason: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly unit?: string;
}

/**
 * Each landing. Rate and load factor: limits usual in flight data monitoring of airliners, for which no authority sets one. Long:
 * beyond the touchdown zone, "the first 3,000 feet of the runway beginning at the threshold" (FAA, Pilot/Controller Glossary) or
 * its first third, whichever is less (FAA AC 91-79). Values are in feet per minute, g, feet, metres and counts, see `unit`.
 */
export const landing: Detector<Limit> = {
  name: 'landing',
  title: 'Landing',
  description:
    'A landing that is hard, long, beside the centre line, bounced, at another airport than planned, or on no known runway. Long is past the first third of the runway or 3,000 ft, whichever is less (FAA, Pilot/Controller Glossary and AC 91-79).',
  unit: null,
  limits: {
    rateFpm: { unit: 'fpm', default: 600, minimum: 100, maximum: 3_000, title: 'Maximum sink rate at touchdown' },
    g: { unit: 'g', default: 1.8, minimum: 1.1, maximum: 10, title: 'Maximum load factor' },
    longFt: {
      unit: 'ft',
      default: 3_000,
      minimum: 500,
      maximum: 10_000,
      title: 'Maximum length of the touchdown zone',
    },
    offCentreM: { unit: 'm', default: 10, minimum: 1, maximum: 60, title: 'Maximum distance from the centre line' },
    bounces: { unit: '', default: 0, minimum: 0, maximum: 10, title: 'Maximum number of bounces' },
  },
  elements: ['rate', 'g', 'long', 'off-centre', 'bounce', 'wrong-airport', 'no-runway'],
  judge(flight, limits) {
    const landings = landingsOf(flight);
    const last = landings.at(-1);
    if (last === undefined) return { marks: [], notJudged: [{ reason: 'no-landing' }] };
    const judged = landings.map((each) => ({ each, verdicts: verdictsOn(flight, each, limits) }));
    const { before } = last.touchdown;
    return {
      marks: judged.flatMap(({ each, verdicts }) =>
        verdicts.filter(({ isBeyond }) => isBeyond === true).map((verdict) => markOf(each, verdict)),
      ),
      notJudged: withoutRepeats(
        judged.flatMap(({ verdicts }) =>
          verdicts.filter(({ isBeyond }) => isBeyond === null).map(({ element, reason }) => ({ element, reason })),
        ),
      ),
      spacingS: spacingOf(flight.positions, before - 5, before + 5) ?? last.touchdown.gapS,
    } satisfies Finding;
  },
};

function verdictsOn(flight: FlownFlight, each: Landing, limits: Limits<Limit>): readonly Verdict[] {
  return [
    ...touchOf(flight, each, limits),
    ...placeVerdicts(flight, each, limits),
    ...(each.isLast ? [airportOf(flight, each)] : []),
    {
      element: 'no-runway',
      isBeyond: each.onRunway !== null ? false : each.touchdown.gapS > maxPlaceGapS ? null : true,
      reason: 'too-sparse',
      value: null,
      limit: null,
    },
  ];
}

/** How the wheels touched: rate, load factor, bounces. */
function touchOf({ positions }: FlownFlight, each: Landing, limits: Limits<Limit>): readonly Verdict[] {
  const { rateFpm, touchdown } = each;
  const peakG = peakOf(positions, touchdown)?.value ?? null;
  const { bounces, gapS } = touchdown;
  const isDense = gapS <= denseS;
  return [
    {
      element: 'rate',
      isBeyond: rateFpm === null ? null : -rateFpm > limits.rateFpm,
      reason: isDense ? 'no-vertical-speed' : 'too-sparse',
      value: rateFpm === null ? null : -rateFpm,
      limit: limits.rateFpm,
      unit: 'fpm',
    },
    { element: 'g', ...seen(peakG, limits.g, isDense, 'no-load-factor'), unit: 'g' },
    { element: 'bounce', ...seen(bounces, limits.bounces, isDense, 'no-on-ground') },
  ];
}

/** A figure that reports may have missed: above the limit it is sure, below it only where reports are dense. */
function seen(
  value: number | null,
  limit: number,
  isDense: boolean,
  absent: string,
): Pick<Verdict, 'isBeyond' | 'reason' | 'value' | 'limit'> {
  const isBeyond = value === null ? null : value > limit ? true : isDense ? false : null;
  return { isBeyond, reason: value === null ? absent : 'too-sparse', value, limit };
}

function placeVerdicts(flight: FlownFlight, each: Landing, limits: Limits<Limit>): readonly Verdict[] {
  const place = placeOfLanding(flight.positions, each);
  if (place === null || each.onRunway === null)
    return ['long', 'off-centre'].map((element) => {
      return { element, isBeyond: null, reason: 'no-runway', value: null, limit: null };
    });
  const { runway, fromThresholdM, offCentreM } = each.onRunway;
  const thirdFt = (runway.lengthM - displacedM(runway)) / footM / 3;
  const zoneFt = Math.min(limits.longFt, thirdFt);
  const inFeet: Range = { min: place.pastThresholdM.min / footM, max: place.pastThresholdM.max / footM };
  return [
    {
      element: 'long',
      isBeyond: isAbove(inFeet, zoneFt),
      reason: 'too-sparse',
      value: fromThresholdM.value / footM,
      limit: zoneFt,
      unit: 'ft',
    },
    {
      element: 'off-centre',
      isBeyond: isAbove(place.offCentreM, limits.offCentreM),
      reason: 'place-not-exact',
      value: Math.abs(offCentreM.value),
      limit: limits.offCentreM,
      unit: 'm',
    },
  ];
}

/** Whether the flight ended at another airport than planned. */
function airportOf({ plan }: FlownFlight, { lat, lon, onRunway }: Landing): Verdict {
  const { icao, lat: plannedLat, lon: plannedLon } = plan.arrival;
  const awayNm =
    plannedLat === null || plannedLon === null ? null : distanceNm({ lat, lon }, { lat: plannedLat, lon: plannedLon });
  const isThere = onRunway?.runway.airport === icao || (awayNm !== null && awayNm <= sameAirportNm);
  const isKnown = onRunway !== null || awayNm !== null;
  return {
    element: 'wrong-airport',
    isBeyond: isThere ? false : isKnown ? true : null,
    reason: 'no-runway',
    value: null,
    limit: null,
  };
}

function markOf({ at, lat, lon, onRunway }: Landing, { element, value, limit, unit }: Verdict): Mark {
  const data = {
    ...runwayData(onRunway?.runway),
    ...(unit === undefined ? {} : { unit }),
  };
  return { from: at, to: at, lat, lon, value, limit, element, data };
}
