import type { Check } from '../subject.ts';

/** Checks whether Tracker's own calls reach the crew center's API. */
export const ownCalls: Check = {
  name: 'calls of the crew center’s API',
  run: async ({ isReachable, url, kit, requests }) =>
    url === kit.siteUrl && !isReachable ? [] : kit.inspectOwnCalls(requests),
};
