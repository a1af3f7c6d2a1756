import { Type } from 'typebox';
import type { WireRefusal } from '../../http/refusal-answers.ts';
import type { Refusal } from '../../tracking/refusals.ts';
import { encodeRefusalFields, refusalFields } from '../refusal-wire.ts';

/** A refusal with the members of RFC 9457 and our own. */
export const nativeRefusalSchema = Type.Object(
  {
    ...refusalFields,
    type: Type.String({ description: 'Where this refusal is documented, relative to the base of the contract' }),
    title: Type.String({ description: 'Title of the refusal' }),
    status: Type.Integer({ description: 'HTTP status' }),
    detail: Type.String({ description: 'As `error.message`' }),
  },
  { title: 'Refusal' },
);

export function encodeNativeRefusal(refusal: Refusal, wire: WireRefusal) {
  return {
    contentType: 'application/problem+json; charset=utf-8',
    body: {
      ...encodeRefusalFields(refusal),
      type: `docs#${refusal.code}`,
      title: wire.title,
      status: wire.status,
      detail: refusal.detail.message,
    },
  };
}
