import { openJournal } from '../../src/journal/open.ts';
import type { WriterFaults } from '../../src/journal/operations.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Position } from '../../src/tracking/model.ts';
import { completePosition } from '../../src/tracking/position/position.ts';

// The process that is killed: so many flights, each of which sends its next position when the last one is acknowledged.
// Every acknowledgement is a line `FLIGHT SEQ` on standard output, written in the turn in which the promise settles.
// Arguments: data directory, number of flights, first seq.

const [directory = '', flights = '100', firstSeq = '0', faults = '{}'] = process.argv.slice(2);
const journal = await openJournal({ directory, clock: systemClock, faults: JSON.parse(faults) as WriterFaults });
/** Each flight is sealed after so many positions, so that a kill also hits chunks and cuts. */
const sealEvery = 50;

await Promise.all(Array.from({ length: Number(flights) }, (_, index) => fly(index + 1)));

async function fly(flight: number): Promise<never> {
  for (let seq = Number(firstSeq); ; seq++) {
    await journal.appendPositions(flight, [positionOf(flight, seq)]).durable;
    // Now, unless the pipe is full because whoever started this has no time to read.
    process.stdout.write(`${flight} ${seq}\n`);
    if (seq % sealEvery === flight % sealEvery) void journal.sealFlight(flight, null);
  }
}

function positionOf(flight: number, seq: number): Position {
  const now = Date.now();
  return completePosition({
    seq,
    recordedAt: now,
    isDated: true,
    receivedAt: now,
    lat: (flight % 90) + seq / 1e5,
    lon: (flight % 180) - seq / 1e5,
    headingDeg: seq % 360,
    altitudeMslFt: 35_000,
    groundSpeedKt: 450,
    verticalSpeedFpm: 0,
    fuelLb: 40_000 - seq,
    phase: 'cruise',
    onGround: false,
  });
}
