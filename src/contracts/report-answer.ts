import { Type } from 'typebox';
import type { ReportResult } from '../tracking/calls.ts';
import { invalid, nothingGood } from './body.ts';
import type { RefusedItem, WireAnswer, WireRequest } from './contract.ts';
import { nullable } from './fields.ts';
import { stateSchema } from './flight-wire.ts';
import { wireFields } from './refusal-wire.ts';

/** The answer to positions and to events, the same in every contract. */
export const reportAnswerSchema = Type.Object({
  success: Type.Boolean({ description: 'true' }),
  stored: Type.Integer({ description: 'Reports that are now on disk and were not there before' }),
  duplicate: Type.Integer({ description: 'Reports that were known already' }),
  refused: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'Place in the list that was sent, from 0' }),
      fields: Type.Record(Type.String(), Type.String(), { description: 'One sentence for each field that is wrong' }),
    }),
    {
      description:
        'Reports that are not stored and never will be as they are: do not send them again. `quota` names what the flight has none left of',
    },
  ),
  last_seq: nullable<number>('integer', { description: 'Highest position `seq` stored; null when none carried one' }),
  state: stateSchema,
  phase: nullable<string>('string', { description: 'Phase of flight, as reported or as the reports show it' }),
  next_interval: Type.Number({ description: 'Seconds until the server would like the next position' }),
  flight_id: Type.String({ description: 'Our id of the flight' }),
  pirep_id: nullable<string>('string', { description: "The platform's id of the PIREP; null until it has one" }),
});

/** 200 when anything was good, or only the flight's quota forbids it. @throws Refusal `invalid` when nothing was. */
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
    next_interval: nextIntervalS,
    flight_id: flight.id,
    pirep_id: flight.pirepId,
  };
  return { status: 200, body };
}

/** What the contract and what the core refused, by place in the list that was sent. */
function allRefused(result: ReportResult, request: WireRequest): readonly RefusedItem[] {
  const byCore = result.refused.map(({ index, fields }) => ({
    index: request.places?.[index] ?? index,
    fields: wireFields(fields),
  }));
  return [...request.refused, ...byCore].sort((one, other) => one.index - other.index);
}
