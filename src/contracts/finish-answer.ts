import { Type } from 'typebox';
import type { FinishResult } from '../tracking/calls.ts';
import type { WireAnswer } from './contract.ts';
import { nullable } from './fields.ts';
import { encodeReceipt, receiptSchema, stateSchema } from './flight-wire.ts';

/** The response to the call that files a flight, the same in every contract. */
const named = {
  success: Type.Boolean({ description: 'true' }),
  flight_id: Type.String({ description: 'Id of the flight' }),
  pirep_id: nullable<string>('string', { description: "The platform's id of the PIREP; null until it has one" }),
  state: stateSchema,
};
export const filedSchema = Type.Object(
  {
    ...named,
    receipt: receiptSchema,
    repeated: Type.Boolean({ description: 'Whether the flight had been filed before; the receipt is the same' }),
  },
  { title: 'Filed' },
);
export const filingSchema = Type.Object(named, { title: 'Filing' });

export function encodeFinish(result: FinishResult): WireAnswer {
  const { id, pirepId } = result.flight;
  if (result.state === 'filing') {
    return { status: 202, body: { success: true, flight_id: id, pirep_id: pirepId, state: 'filing' } };
  }
  const { receipt, repeated } = result;
  const body = {
    success: true,
    flight_id: id,
    pirep_id: receipt.pirepId,
    state: 'filed',
    receipt: encodeReceipt(receipt),
    repeated,
  };
  return { status: 200, body };
}
