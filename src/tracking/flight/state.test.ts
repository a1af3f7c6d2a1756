import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Flight, FlightState } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import { decide, type Situation, type stateTable } from './state.ts';

/** The specification's table, cell by cell: the action, or the code of the refusal. */
const table: Record<keyof typeof stateTable, Record<Situation, string>> = {
  startSameBid: {
    none: 'begin',
    starting: 'await',
    open: 'resume',
    suspended: 'resume',
    filing: 'flight-filing',
    filed: 'bid-not-found',
    cancelled: 'begin',
    abandoned: 'begin',
  },
  startOtherBid: {
    none: 'begin',
    starting: 'replace',
    open: 'flight-open',
    suspended: 'replace',
    filing: 'begin',
    filed: 'begin',
    cancelled: 'begin',
    abandoned: 'begin',
  },
  report: {
    none: 'no-open-flight',
    starting: 'no-open-flight',
    open: 'store',
    suspended: 'store',
    filing: 'flight-ended',
    filed: 'flight-filed',
    cancelled: 'flight-ended',
    abandoned: 'flight-ended',
  },
  changeAircraft: {
    none: 'no-open-flight',
    starting: 'no-open-flight',
    open: 'change',
    suspended: 'change',
    filing: 'flight-filing',
    filed: 'flight-filed',
    cancelled: 'flight-ended',
    abandoned: 'flight-ended',
  },
  finish: {
    none: 'no-open-flight',
    starting: 'no-open-flight',
    open: 'file',
    suspended: 'file',
    filing: 'join',
    filed: 'repeat',
    cancelled: 'flight-ended',
    abandoned: 'flight-ended',
  },
  cancel: {
    none: 'no-open-flight',
    starting: 'cancel',
    open: 'cancel',
    suspended: 'cancel',
    filing: 'flight-filing',
    filed: 'flight-filed',
    cancelled: 'repeat',
    abandoned: 'repeat',
  },
};

const flightIn = (state: FlightState): Flight => ({ state, reason: 'because' }) as Flight;

for (const [call, row] of Object.entries(table) as [keyof typeof stateTable, Record<Situation, string>][]) {
  for (const [situation, expected] of Object.entries(row) as [Situation, string][]) {
    test(`${call} with ${situation}: ${expected}`, () => {
      const flight = situation === 'none' ? null : flightIn(situation);
      let outcome: string;
      try {
        outcome = decide(call, flight);
      } catch (error) {
        assert.ok(isRefusal(error));
        outcome = error.code;
        if (flight !== null) assert.equal(error.detail.flight, flight);
      }
      assert.equal(outcome, expected);
    });
  }
}
