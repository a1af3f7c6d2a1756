import { Type } from 'typebox';
import type { OpenRoute } from '../contract.ts';
import { encodeStatus, featuresSchema, statusFields } from '../status-wire.ts';
import { offersOf } from './desk.ts';

export const status: OpenRoute = {
  method: 'GET',
  path: '/status',
  summary: 'Discovery: name, version and limits of the server',
  description: 'Clients detect the contract by it: `mode` is `native_module`.',
  access: 'open',
  body: null,
  query: null,
  answers: {
    200: Type.Object({
      platform: Type.String({ description: '`host_v7`' }),
      mode: Type.String({ description: '`native_module`' }),
      ...statusFields,
      features: Type.Object(
        {
          ...featuresSchema.properties,
          offers: Type.Array(Type.String(), {
            description:
              'Calls for lookups and bookings that this crew center offers, such as `GET /schedules`; others return 501 `not-offered`',
          }),
        },
        { title: 'Features' },
      ),
    }),
  },
  refusals: [],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
  handle(calls) {
    const status = encodeStatus(calls.status(), { events: true, cancel: true });
    const features = { ...status.features, offers: offersOf(calls) };
    return { status: 200, body: { platform: 'host_v7', mode: 'native_module', ...status, features } };
  },
};
