import { Type } from 'typebox';
import type { ReportResult } from '../tracking/calls.ts';
import { invalid, nothingGood } from './body.ts';
import type { RefusedItem, WireAnswer, WireRequest } from './contract.ts';
import { nullable } from './fields.ts';
import { stateSchema } from './flight-wire.ts';
import { wireFields } from './refusal-wire.ts';

/** The response to positions and to events, the same in every contract. */
export const reportAnswerSchema = Type.Object(
  {
    success: Type.Boolean({ description: 'true' }),
    stored: Type.Integer({ description: 'Number of new reports that are now on disk' }),
    duplicate: Type.Integer({ description: 'Number of reports that were already stored' }),
    refused: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ description: 'Index in the list that was sent, from 0' }),
          fields: Type.Record(Type.String(), Type.String(), {
            title: 'FieldFaults',
            description: 'One message for each invalid field',
          }),
        },
        { title: 'RefusedReport' },
      ),
      {
        description:
          'Reports that were not stored and should not be sent again unchanged. `quota` names the quota of the flight that is used up',
      },
    ),
    last_seq: nullable<number>('integer', {
      description: 'Highest stored position `seq`; null when no position had one',
    }),
    state: stateSchema,
    phase: nullable<string>('string', { description: 'Phase of flight, reported or derived from the positions' }),
    next_interval: Type.Number({ description: 'Recommended time until the next position, seconds' }),
    flight_id: Type.String({ description: 'Id of the flight' }),
    pirep_id: nullable<string>('string', { description: "The platform's id of the PIREP; null until it has one" }),
  },
  { title: 'ReportAnswer' },
);

/** Through the crew center's PHP each report starts a whole application there: from this interval on a shared host bears its pilots, seconds. */
const minThroughPhpS = 5;

/** Returns 200 when any item is valid, or when the flight's quota is used up. @throws Refusal `invalid` when no item is valid. */
export function encodeReport(result: ReportResult, request: WireRequest, list: string): WireAnswer {
  const refused = result.refused.length === 0 ? request.refused : allRefused(result, request);
  const isInvalid = refused.length > 0 && !result.refused.some(({ isExcess }) => isExcess);
  if (isInvalid && result.stored + result.duplicate === 0) {
    throw request.places === null ? invalid(refused[0]?.fields ?? {}) : nothingGood(list, refused);
  }
  const { flight, lastSeq, phase, nextIntervalS } = result.view;
  const body = {
    success: true,
    stored: result.stored,
    duplicate: result.duplicate,
    refused,
    last_seq: lastSeq,
    state: flight.state,
    phase,
    next_interval: request.holdsWorker ? Math.max(nextIntervalS, minThroughPhpS) : nextIntervalS,
    flight_id: flight.id,
    pirep_id: flight.pirepId,
  };
  return { status: 200, body };
}

/** Merges the items rejected by the contract and by the core, by index in the list that was sent. */
function allRefused(result: ReportResult, request: WireRequest): readonly RefusedItem[] {
  const byCore = result.refused.map(({ index, fields }) => ({
    index: request.places?.[index] ?? index,
    fields: wireFields(fields),
  }));
  return [...request.refused, ...byCore].sort((one, other) => one.index - other.index);
}
