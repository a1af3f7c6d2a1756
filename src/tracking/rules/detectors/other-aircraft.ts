import type { Aircraft } from '../../model.ts';
import type { Detector, FlownFlight, Mark, NotJudged } from './detector.ts';
import { unjudged } from './under-way.ts';

const parts = [
  ['type', 'icao'],
  ['registration', 'registration'],
] as const;

/** Another type, or another registration, than the bid's. Each is judged where both aircraft have it. */
export const otherAircraft: Detector<never> = {
  name: 'other-aircraft',
  title: 'Another aircraft',
  description:
    'Type or registration of the aircraft flown is not the one that was booked. The airline’s own rule; no authority knows it.',
  unit: null,
  limits: {},
  elements: parts.map(([element]) => element),
  judge(flight) {
    const { aircraft, plan } = flight;
    const booked = plan.aircraft;
    if (booked === null) return unjudged('no-booked-aircraft');
    if (aircraft === null) return unjudged('no-aircraft');
    if (booked.id === aircraft.id) return { marks: [], notJudged: [] };
    const marks: Mark[] = [];
    const notJudged: NotJudged[] = [];
    for (const [element, name] of parts) {
      const [was, is] = [plainOf(booked, name), plainOf(aircraft, name)];
      if (was === '' || is === '') notJudged.push({ reason: `no-${element}`, element });
      else if (was !== is)
        marks.push({ ...beginOf(flight), element, data: { booked: booked[name] ?? '', flown: aircraft[name] ?? '' } });
    }
    return { marks, notJudged };
  },
};

/** `D-AIAB` is `DAIAB`. */
function plainOf(aircraft: Aircraft, name: 'icao' | 'registration'): string {
  return (aircraft[name] ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** When and where it left its stand, else its first report. */
function beginOf({ pirep, positions }: FlownFlight): Mark {
  const at = pirep.blockOffAt ?? positions[0]?.recordedAt ?? 0;
  const place = positions.find(({ recordedAt }) => recordedAt >= at) ?? positions[0];
  return { from: at, to: at, lat: place?.lat ?? null, lon: place?.lon ?? null, value: null, limit: null };
}
