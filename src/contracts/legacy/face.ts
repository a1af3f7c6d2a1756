import { Type } from 'typebox';
import type { Status } from '../../tracking/calls.ts';
import { encodeStatus, statusFields } from '../status-wire.ts';

/** The common part of `bootstrap.php` and `status.php`. */
export const faceFields = {
  platform: Type.String({ description: '`host_v5`' }),
  mode: Type.String({ description: '`legacy_patch`' }),
  ...statusFields,
};

export function face(status: Status) {
  return { platform: 'host_v5', mode: 'legacy_patch', ...encodeStatus(status, { events: false, cancel: false }) };
}

export const openFace = {
  method: 'GET',
  access: 'open',
  body: null,
  query: null,
  refusals: [],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
} as const;
