import type { Report } from '../../src/tracking/model.ts';
import { flightEvent, position } from '../flown.ts';
import type { Odd } from './made.ts';

/** The reports of an odd flight whose first one is made at `start`, in the order in which they come. */
export function reportsOf({ said }: Odd, start: number): readonly Report[] {
  return said.map(({ s, dated, came, ...what }, index) => {
    const undated = what.position?.isDated === false;
    const recordedAt = start + (undated ? (came ?? s) : (dated ?? s)) * 1_000;
    const common = { receivedAt: start + (came ?? s) * 1_000, seq: index };
    const report = { number: index + 1 };
    return what.event === undefined
      ? { ...report, kind: 'position' as const, position: position(recordedAt, { ...common, ...what.position }) }
      : {
          ...report,
          kind: 'event' as const,
          event: flightEvent(recordedAt, what.event.kind, { ...common, ...what.event }),
        };
  });
}
