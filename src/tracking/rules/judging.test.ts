import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { noon, sampleFlight } from '../../../test/journal/suite/samples.ts';
import { makePirep, nothingReported } from '../figures/pirep.ts';
import type { Report } from '../model.ts';
import { Judging } from './judging.ts';

const book = { inForce: () => null, find: () => null, hasList: false, isListed: () => false };

test('a touchdown that cannot be looked for is none, and the error is logged: the flight is filed', async () => {
  const errors: unknown[] = [];
  const runwaysNear = () => {
    throw new Error('the runways are damaged');
  };
  const judging = new Judging({
    book,
    detectors: [],
    surroundings: async () => ({ samples: null, feedRead: [], route: null, runwaysNear }),
    onBug: (error) => errors.push(error),
  });
  const reports = Array.from({ length: 4 }, (_, index): Report => {
    const at = noon + index * 1_000;
    return {
      kind: 'position',
      number: index + 1,
      position: position(at, { seq: index + 1, onGround: index > 1, groundSpeedKt: 130 }),
    };
  });
  const flight = sampleFlight(1, { startedAt: noon });
  const pirep = makePirep(flight.plan, reports, nothingReported, null);
  assert.equal(await judging.findTouchdown({ flight, reports, pirep }), null);
  assert.match(String(errors), /the runways are damaged/);
});
