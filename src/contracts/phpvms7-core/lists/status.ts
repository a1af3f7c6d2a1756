import { Type } from 'typebox';
import type { OpenRoute } from '../../contract.ts';
import { reading } from '../face.ts';
import { hostFirstOpen } from '../host-first.ts';

/** The release whose answers these are. */
const release = '7.0.10';

const statusSchema = Type.Object({
  name: Type.String({ description: 'Name of the airline' }),
  version: Type.String({ description: 'Release of the API' }),
  php: Type.String({ description: 'Release of PHP of the crew center; empty where it has none' }),
});

export const status: readonly OpenRoute[] = (['/', '/status', '/version'] as const).map((path) =>
  hostFirstOpen({
    ...reading,
    access: 'open',
    path,
    summary: 'Which API this is',
    description: 'Needs no key.',
    answers: { 200: statusSchema },
    servesWhenDisabled: true,
    handle: (calls) => ({ status: 200, body: { name: calls.status().settings.name, version: release, php: '' } }),
  }),
);
