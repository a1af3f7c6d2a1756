import type { Check } from './subject.ts';

/** Versions of the files of ours in the site, and what its configuration says that weakens it. */
export const ownFiles: Check = {
  name: 'own files and settings',
  run: async ({ profile }) => [...(await profile.readVersions()), ...(await profile.readSettings())],
};
