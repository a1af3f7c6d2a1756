import { distanceNm } from '../../../lib/geo.ts';
import type { Position } from '../../model.ts';
import type { Detector, FlownFlight, Interval, Mark, NotJudged } from './detector.ts';
import type { NetworkSample } from './network-sample.ts';
import { between } from './touchdown.ts';
import { placeAt, unjudged } from './under-way.ts';

/** Samples that are farther apart show that the pilot was away between them, milliseconds: a feed is read once or more a minute. */
const awayMs = 180_000;
/** Share of the time in the air for which the feed must have been read. */
const minReadShare = 0.5;
/** Reports farther apart do not show where it was between them, milliseconds. */
const maxGapMs = 300_000;
/** One sample alone may be late, or of the second before another callsign. */
const minSamples = 2;

/**
 * What the network's own feed showed of the flight between take-off and landing: on the network for less than 80 % of the time for which
 * the feed was read (`share`); under another callsign (`callsign`), more than 10 nm from its own report (`place`), as another type
 * (`type`). VATSIM's and IVAO's data are the source; what counts as a flight on the network is the airline's own rule.
 */
export const offline: Detector<'minSharePct' | 'maxApartNm'> = {
  name: 'offline',
  title: 'Not on the network',
  description:
    'By the network’s own feed the pilot was there for less of the flight than the limit, or under another callsign, elsewhere, or in another type. The airline’s own rule.',
  unit: '%',
  limits: {
    minSharePct: { unit: '%', default: 80, minimum: 1, maximum: 100, title: 'Minimum share of the time in the air' },
    maxApartNm: { unit: 'nm', default: 10, minimum: 1, maximum: 500, title: 'Maximum distance from its own report' },
  },
  elements: ['share', 'callsign', 'place', 'type'],
  judge(flight, { minSharePct, maxApartNm }) {
    const { samples, pirep, plan, aircraft } = flight;
    const { takeoffAt, landingAt } = pirep;
    if (samples === null) return unjudged('no-feed');
    if (takeoffAt === null || landingAt === null || landingAt <= takeoffAt) return unjudged('no-flight');
    const inAir = samples.filter(({ at }) => at >= takeoffAt && at <= landingAt);
    const marks: Mark[] = [];
    const notJudged: NotJudged[] = [];
    const note = (element: string, reason: string, found: Mark | null | undefined) => {
      if (found === null) notJudged.push({ reason, element });
      else if (found !== undefined) marks.push({ ...found, element });
    };
    note('share', 'feed-not-read', judgeShare(flight, inAir, { from: takeoffAt, to: landingAt }, minSharePct));
    note(
      'callsign',
      'no-callsign',
      judgeText(inAir, plan.callsign, ({ callsign }) => callsign),
    );
    note('place', 'no-samples', judgePlace(flight.positions, inAir, maxApartNm));
    note(
      'type',
      'no-type',
      judgeText(inAir, aircraft?.icao ?? null, ({ aircraftType }) => aircraftType),
    );
    return { marks, notJudged };
  },
};

/** Each judgement: a mark, undefined when there is nothing to mark, null when it cannot be judged. */
function judgeShare(flight: FlownFlight, samples: readonly NetworkSample[], air: Interval, minPct: number) {
  const { feedRead, positions } = flight;
  const readMs = feedRead.reduce((sum, each) => sum + overlapMs(each, air), 0);
  if (readMs < (air.to - air.from) * minReadShare) return null;
  const known = onlineIn(samples, air);
  const onlineMs = known.reduce((sum, each) => sum + feedRead.reduce((ms, read) => ms + overlapMs(read, each), 0), 0);
  const value = Math.round((onlineMs / readMs) * 1_000) / 10;
  return value >= minPct ? undefined : { ...air, ...placeAt(positions, air.from), value, limit: minPct };
}

/** Returns when it was seen: between samples that are near each other, and from a sample to an end of the flight near it. */
function onlineIn(samples: readonly NetworkSample[], { from, to }: Interval): readonly Interval[] {
  if (samples.length === 0) return [];
  const at = [from, ...samples.map((each) => each.at), to];
  return at.slice(1).flatMap((next, index) => {
    const before = at[index] ?? next;
    return next - before <= awayMs ? [{ from: before, to: next }] : [];
  });
}

function overlapMs(one: Interval, other: Interval): number {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
}

function judgeText(
  samples: readonly NetworkSample[],
  own: string | null,
  textOf: (sample: NetworkSample) => string | null,
): Mark | null | undefined {
  const known = samples.filter((each) => plain(textOf(each)) !== '');
  if (plain(own) === '' || known.length === 0) return null;
  const others = known.filter((each) => plain(textOf(each)) !== plain(own));
  const [first, last] = [others[0], others.at(-1)];
  if (first === undefined || last === undefined || others.length < minSamples) return undefined;
  const data = { own: own ?? '', network: textOf(first) ?? '' };
  return { from: first.at, to: last.at, lat: first.lat, lon: first.lon, value: null, limit: null, data };
}

function plain(text: string | null): string {
  return (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Judges the samples for which its own reports show where it was; both are in order of time. */
function judgePlace(
  positions: readonly Position[],
  samples: readonly NetworkSample[],
  maxApartNm: number,
): Mark | null | undefined {
  let next = 0;
  let compared = 0;
  const apart: { readonly sample: NetworkSample; readonly nm: number }[] = [];
  for (const sample of samples) {
    while (next < positions.length && (positions[next]?.recordedAt ?? 0) < sample.at) next += 1;
    const [before, after] = [positions[next - 1], positions[next]];
    if (before === undefined || after === undefined || after.recordedAt - before.recordedAt > maxGapMs) continue;
    compared += 1;
    const nm = distanceNm(between(before, after, sample.at), sample);
    if (nm > maxApartNm) apart.push({ sample, nm });
  }
  if (compared === 0) return null;
  const [first, last] = [apart[0], apart.at(-1)];
  if (first === undefined || last === undefined || apart.length < minSamples) return undefined;
  const { at: from, lat, lon } = first.sample;
  const value = Math.round(Math.max(...apart.map(({ nm }) => nm)));
  return { from, to: last.sample.at, lat, lon, value, limit: maxApartNm };
}
