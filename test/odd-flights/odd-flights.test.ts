import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldReports } from '../../src/tracking/figures/fold-restore.ts';
import { makePirep } from '../../src/tracking/figures/pirep.ts';
import type { Pirep, PirepFigure } from '../../src/tracking/model.ts';
import { noFigures } from '../flown.ts';
import { sampleFlight } from '../journal/suite/samples.ts';
import { flown } from './flown.ts';
import { fuel } from './fuel.ts';
import type { Odd } from './made.ts';

import { procedures } from './procedures.ts';
import { reportsOf } from './reports.ts';
import { times } from './times.ts';

const all: readonly Odd[] = [...times, ...fuel, ...flown, ...procedures];
const usualStart = Date.UTC(2024, 3, 6, 10, 0, 0);

for (const odd of all) {
  test(`${odd.name}: the PIREP of its reports`, () => {
    const start = odd.startsAt ?? usualStart;
    const reports = reportsOf(odd, start);
    const circumstances = { startedAt: start - 60_000, finishedAt: start + 3_000_000, remarks: [] };
    checkPirep(odd, start, makePirep(sampleFlight(1).plan, reports, figuresOf(odd, start), null, circumstances));
    if (odd.phase !== undefined) assert.equal(foldReports(reports, circumstances.startedAt).phase, odd.phase);
  });
}

function figuresOf({ reported = {} }: Odd, start: number) {
  const { blockOffAt, takeoffAt, landingAt, blockOnAt, ...figures } = reported;
  const instant = (s: number | undefined) => (s === undefined ? null : start + s * 1_000);
  return {
    ...noFigures,
    ...figures,
    blockOffAt: instant(blockOffAt),
    takeoffAt: instant(takeoffAt),
    landingAt: instant(landingAt),
    blockOnAt: instant(blockOnAt),
  };
}

function checkPirep(odd: Odd, start: number, pirep: Pirep): void {
  const names = Object.keys(odd.figures) as PirepFigure[];
  assert.deepEqual(Object.fromEntries(names.map((name) => [name, pirep[name]])), odd.figures);
  for (const [name, s] of Object.entries(odd.instants ?? {}))
    assert.equal(pirep[name as PirepFigure], s === null ? null : start + s * 1_000, name);
  for (const [name, basis] of Object.entries(odd.basis ?? {}))
    assert.equal(pirep.basis[name as PirepFigure], basis, name);
  if (odd.notes === null) assert.equal(pirep.notes, null);
  else assert.match(pirep.notes ?? '', odd.notes);
}
