import type { Detector, FlownFlight, Mark } from './detector.ts';
import { markOfStretch, stretchesOf } from './stretches.ts';
import { placeAt, unjudged } from './under-way.ts';

/** Reports farther apart do not show one and the same code, seconds. */
const maxGapS = 300;

/**
 * A declared emergency: an event `emergency` (`event`), or transponder code 7700 (`transponder`; ICAO Doc 8168 Vol. III, part III,
 * section 3, 1.4; AIM 6-2-2), for long enough not to be the way of a knob to another code.
 */
export const emergency: Detector<'minS'> = {
  name: 'emergency',
  title: 'Declared emergency',
  description: 'An emergency was declared: by an event, or by transponder code 7700 (AIM 6-2-2).',
  unit: 's',
  limits: { minS: { unit: 's', default: 10, minimum: 0, maximum: 600, title: 'Code 7700 for at least' } },
  elements: ['event', 'transponder'],
  judge(flight, { minS }) {
    const { positions, events } = flight;
    const notJudged = positions.every(({ transponder }) => transponder === null)
      ? [{ reason: 'no-transponder', element: 'transponder' }]
      : [];
    const byEvent = eventsOf(flight);
    if (events.length === 0 && notJudged.length > 0) return unjudged('no-events-and-no-transponder');
    const squawks = stretchesOf(positions, ({ transponder }) => (transponder === '7700' ? 1 : null), { minS, maxGapS });
    const byCode = squawks.map((each) => {
      const value = (each.to.recordedAt - each.from.recordedAt) / 1_000;
      return { ...markOfStretch({ ...each, value }, minS), element: 'transponder' };
    });
    return { marks: [...byEvent, ...byCode].sort((one, other) => one.from - other.from), notJudged };
  },
};

function eventsOf({ events, positions }: FlownFlight): readonly Mark[] {
  return events
    .filter(({ kind }) => kind === 'emergency')
    .map(({ recordedAt, lat, lon }) => ({
      from: recordedAt,
      to: recordedAt,
      ...(lat === null || lon === null ? placeAt(positions, recordedAt) : { lat, lon }),
      value: null,
      limit: null,
      element: 'event',
    }));
}
