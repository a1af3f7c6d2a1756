import { Type } from 'typebox';
import type { OpenRoute } from '../contract.ts';
import { face, faceFields, openFace } from './face.ts';

export const status: OpenRoute = {
  ...openFace,
  path: '/status.php',
  summary: 'Server status and version',
  description: 'The same as `bootstrap.php`, without the scripts.',
  answers: { 200: Type.Object(faceFields) },
  handle: (calls) => ({ status: 200, body: face(calls.status()) }),
};
