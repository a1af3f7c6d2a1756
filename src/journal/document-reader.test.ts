import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../test/journal/suite/samples.ts';
import { openSample, temporaryDirectory } from '../../test/journal-samples.ts';
import type { Journal } from './journal.ts';

test('a page of flights that match little still ends', async (t) => {
  const journal = await openSample(temporaryDirectory(t));
  const pilot = { id: '8', ident: 'VMS0008', name: 'Bo' };
  for (let number = 1; number <= 4_010; number++)
    void journal.saveFlight(sampleFlight(number, number === 4 ? { pilot } : {}));
  await journal.barrier();
  const page = async (request: Parameters<Journal['pageFlights']>[0]) => {
    const { flights, next } = await journal.pageFlights(request);
    return [flights.map(({ number }) => number), next];
  };
  assert.deepEqual(await page({ limit: 9, pilotIdent: 'VMS0008' }), [[], 11], 'no more than 4,000 are read for a page');
  assert.deepEqual(await page({ limit: 9, pilotIdent: 'VMS0008', before: 11 }), [[4], null]);
});
