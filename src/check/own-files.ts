import type { Check } from './subject.ts';

/** Versions of the files of ours in the site, what its configuration says that weakens it, and its database. */
export const ownFiles: Check = {
  name: 'own files and settings',
  run: async ({ profile }) => [...(await profile.readVersions()), ...(await profile.readSettings())],
};

export const host: Check = {
  name: 'database of the crew center',
  run: ({ profile, host }) => profile.inspectHost(host),
};
