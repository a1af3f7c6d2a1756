import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportResult } from '../tracking/calls.ts';
import type { WireRequest } from './contract.ts';
import { encodeReport } from './report-answer.ts';

const request = { refused: [], places: null } as unknown as WireRequest;
const result = (isExcess: boolean) =>
  ({
    view: { flight: { id: 'f1', pirepId: null, state: 'open' }, lastSeq: 7, phase: 'cruise', nextIntervalS: 10 },
    stored: 0,
    duplicate: 0,
    refused: [{ index: 0, fields: { quota: 'none left' }, isExcess }],
  }) as unknown as ReportResult;

test('what only the quota refuses is 200, so that a client does not send it again and again', () => {
  const { status, body } = encodeReport(result(true), request, 'positions');
  assert.equal(status, 200);
  assert.deepEqual((body as { refused: unknown }).refused, [{ index: 0, fields: { quota: 'none left' } }]);
  assert.throws(() => encodeReport(result(false), request, 'positions'), { code: 'invalid' });
});

test('through the PHP of a site reports are asked for every five seconds at most, and as seldom as elsewhere', () => {
  const stored = (nextIntervalS: number, holdsWorker: boolean) => {
    const answer = result(true);
    const sent = { ...request, holdsWorker } as WireRequest;
    const view = { ...answer.view, nextIntervalS };
    return (encodeReport({ ...answer, view }, sent, 'positions').body as { next_interval: number }).next_interval;
  };
  assert.deepEqual([stored(1, false), stored(1, true), stored(10, true)], [1, 5, 10]);
});
