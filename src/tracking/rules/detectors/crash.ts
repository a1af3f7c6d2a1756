import type { Detector } from './detector.ts';
import { placeAt, unjudged } from './under-way.ts';

/** A crash, as the client's event `crash` says it. Of a client that sends no events at all nobody knows. */
export const crash: Detector<never> = {
  name: 'crash',
  title: 'Crash',
  description: 'The client reported a crash by an event. The airline’s own rule.',
  unit: null,
  limits: {},
  judge({ events, positions }) {
    if (events.length === 0) return unjudged('no-events');
    const marks = events
      .filter(({ kind }) => kind === 'crash')
      .map((event) => ({
        from: event.recordedAt,
        to: event.recordedAt,
        ...(event.lat === null || event.lon === null
          ? placeAt(positions, event.recordedAt)
          : { lat: event.lat, lon: event.lon }),
        value: null,
        limit: null,
      }));
    return { marks, notJudged: [] };
  },
};
