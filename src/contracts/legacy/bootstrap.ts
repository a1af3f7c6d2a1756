import { Type } from 'typebox';
import type { OpenRoute } from '../contract.ts';
import { face, faceFields, openFace } from './face.ts';

/** The scripts that a client discovers, relative to `bootstrap.php`. */
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
  summary: 'Discovery: name, version, limits and scripts of the server',
  description: 'Clients detect the contract by it: `mode` is `legacy_patch`.',
  answers: {
    200: Type.Object({
      ...faceFields,
      endpoints: Type.Record(Type.String(), Type.String(), {
        title: 'Endpoints',
        description: 'Paths of the scripts, relative to this one',
      }),
    }),
  },
  handle: (calls) => ({ status: 200, body: { ...face(calls.status()), endpoints } }),
};

export const status: OpenRoute = {
  ...openFace,
  path: '/status.php',
  summary: 'Server status and version',
  description: 'The same as `bootstrap.php`, without the scripts.',
  answers: { 200: Type.Object(faceFields) },
  handle: (calls) => ({ status: 200, body: face(calls.status()) }),
};
