import { Type } from 'typebox';
import type { OpenRoute } from '../contract.ts';
import { face, faceFields, openFace } from './face.ts';

/** What a client finds by discovery: the scripts, relative to `bootstrap.php`. */
const endpoints = {
  status: 'status.php',
  login: 'login.php',
  bid: 'get_bid.php',
  position: 'position.php',
  submit: 'submit_log.php',
};

export const bootstrap: OpenRoute = {
  ...openFace,
  path: '/bootstrap.php',
  summary: 'What answers here, and where its scripts are',
  description: 'A client finds the variant by it: `mode` is `legacy_patch`.',
  answers: {
    200: Type.Object({
      ...faceFields,
      endpoints: Type.Record(Type.String(), Type.String(), { description: 'Scripts, relative to this one' }),
    }),
  },
  handle: (calls) => ({ status: 200, body: { ...face(calls.status()), endpoints } }),
};
