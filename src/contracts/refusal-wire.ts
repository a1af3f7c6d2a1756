import { Type } from 'typebox';
import type { Refusal } from '../tracking/refusals.ts';
import { encodeFlight, encodeReceipt, flightSchema, receiptSchema } from './flight-wire.ts';

/** The part of a refusal that is the same in both contracts. */
export const refusalFields = {
  success: Type.Boolean({ description: 'false' }),
  error: Type.Object(
    {
      code: Type.String({ description: 'Stable code in kebab case' }),
      message: Type.String({ description: 'What is wrong and what to do, in one sentence' }),
      fields: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          title: 'FieldFaults',
          description: 'One message for each invalid field',
        }),
      ),
    },
    { title: 'RefusalError' },
  ),
  flight: Type.Optional(flightSchema),
  receipt: Type.Optional(receiptSchema),
};

/** What contracts of our own say of it in their documentation. */
export const refusalForm =
  'A refusal is `{"success": false, "error": {"code", "message", "fields"}}`. Codes are stable. A 409 carries the flight or its receipt.';

export function encodeBugFields(message: string) {
  return { success: false, error: { code: 'internal', message } };
}

export function encodeRefusalFields(refusal: Refusal) {
  const { message, fields, flight } = refusal.detail;
  const receipt = flight?.receipt ?? null;
  return {
    success: false,
    error: { code: refusal.code, message, ...(fields === undefined ? {} : { fields: wireFields(fields) }) },
    ...(flight === undefined ? {} : { flight: encodeFlight(flight) }),
    ...(receipt === null ? {} : { receipt: encodeReceipt(receipt) }),
  };
}

/** Converts the core's field names to those of the wire; wire names are kept. */
export function wireFields(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, fault]) => [wireName(name), fault]));
}

const oddNames: ReadonlyMap<string, string> = new Map([
  ['groundSpeedKt', 'gs'],
  ['indicatedAirspeedKt', 'ias'],
  ['verticalSpeedFpm', 'vs'],
  ['fuelFlowLbPerHour', 'fuel_flow'],
]);
const coreName = /^[a-z]+(?:[A-Z][a-z]+)+$/;
const unit = /(?:Min|Nm|Lb|Fpm|Ft|Kt|Deg)$/;

function wireName(name: string): string {
  if (!coreName.test(name)) return name;
  return oddNames.get(name) ?? name.replace(unit, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
