import type { Check } from './subject.ts';

/** Checks the versions of Tracker's files in the site, insecure settings, and the database. */
export const ownFiles: Check = {
  name: 'own files and settings',
  run: async ({ profile }) => [...(await profile.readVersions()), ...(await profile.readSettings())],
};

export const host: Check = {
  name: 'database of the crew center',
  run: ({ profile, host }) => profile.inspectHost(host),
};
