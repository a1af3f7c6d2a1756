import { Type } from 'typebox';
import type { OpenRoute } from '../../contract.ts';
import { reading } from '../face.ts';
import { hostFirstOpen } from '../host-first.ts';

/** The release whose answers these are. */
const release = '7.0.10';

const statusSchema = Type.Object(
  {
    name: Type.String({ description: 'Name of the airline' }),
    version: Type.String({ description: 'Release of the API' }),
    php: Type.String({ description: 'Release of PHP of the crew center; empty where it has none' }),
  },
  { title: 'Status' },
);

const atStatus: OpenRoute = hostFirstOpen({
  ...reading,
  access: 'open',
  path: '/status',
  summary: 'Which API this is',
  description: 'Needs no key.',
  answers: { 200: statusSchema },
  servesWhenDisabled: true,
  handle: (calls) => ({ status: 200, body: { name: calls.status().settings.name, version: release, php: '' } }),
});

/** The host is asked at one path for all of them: its web server redirects the slash at the end of `/api/`. */
export const status: readonly OpenRoute[] = ['/', '/status', '/version'].map((path) => ({ ...atStatus, path }));
