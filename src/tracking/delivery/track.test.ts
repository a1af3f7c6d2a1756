import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleEvent, sampleFlight } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import type { Platform } from '../../platform/port.ts';
import { LiveFlight } from '../flight/live-flight.ts';
import { Refusal } from '../refusals.ts';
import { DeliveryCursors } from './cursors.ts';
import { TrackDelivery } from './track.ts';

/** A flight with three reports that are not delivered. */
function undelivered(deliverTrack: (live: LiveFlight, numbers: readonly number[]) => void) {
  const reports = [1, 2, 3].map((number) => ({ number, kind: 'event' as const, event: sampleEvent(number) }));
  const journal = {
    saveDelivered: async () => undefined,
    countReports: async () => 0,
    readReports: async () => reports,
  };
  const cursors = new DeliveryCursors(journal, new ManualClock(noon));
  const stored = { flight: sampleFlight(1), delivered: 0, sealed: null };
  const live = new LiveFlight(stored, { hasSealedReport: () => false });
  for (const report of reports) live.restore(report);
  const capabilities = { pirepAtStart: true, apiKeys: true, track: true, liveEvents: true, adminSettings: true };
  const platform: Pick<Platform, 'deliverTrack' | 'capabilities'> = {
    capabilities: capabilities as Platform['capabilities'],
    deliverTrack: async (_flight, some) =>
      deliverTrack(
        live,
        some.map(({ number }) => number),
      ),
  };
  const written: (readonly string[])[] = [];
  const audit = { write: async (...entry: readonly string[]) => void written.push(entry) };
  return { live, cursors, written, track: new TrackDelivery(journal, platform, cursors, audit as never) };
}

test('the operator is told by its number which report the crew center can never store', async () => {
  const { live, track, written, cursors } = undelivered((_live, numbers) => {
    if (numbers.includes(2)) throw new Refusal('crew-center-refused', { message: 'no' });
  });
  await track.deliver(live);
  assert.deepEqual(written, [['server', 'report-set-aside', `${live.flight.id}#2`, 'no']]);
  assert.equal(cursors.of(live).number, 3);
});

test('what was delivered to a PIREP that was opened again meanwhile is not delivered to the new one', async () => {
  const { live, track, cursors } = undelivered((flight) => flight.become({ ...flight.flight, pirepId: 'another' }));
  await track.deliver(live);
  assert.equal(cursors.of(live).number, 0, 'the new PIREP gets the whole track');
});
