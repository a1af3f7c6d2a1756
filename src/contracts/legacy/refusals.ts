import { Type } from 'typebox';
import type { Refusal } from '../../tracking/refusals.ts';
import { encodeRefusalFields, refusalFields } from '../refusal-wire.ts';

export const legacyRefusalSchema = Type.Object(refusalFields, { title: 'Refusal' });

/** A refusal as plain JSON. */
export function encodeLegacyRefusal(refusal: Refusal) {
  return { contentType: 'application/json; charset=utf-8', body: encodeRefusalFields(refusal) };
}
