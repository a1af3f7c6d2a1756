import type { Check } from './subject.ts';

/** Checks whether the site can be reached at all. */
export const reach: Check = {
  name: 'address of the site',
  async run({ folder, url, isReachable, places, profile, unanswered }) {
    if (url === null)
      return [{ name: 'no-address', subject: folder, evidence: 'the crew center’s configuration does not say it' }];
    if (!isReachable) {
      const evidence = unanswered.get(`${url}/`) ?? 'no response';
      return [{ name: 'site-not-reachable', subject: url, evidence }];
    }
    if (places.length > 0) return [];
    const evidence = `no control file in ${profile.publicFolders.join(' or ')} could be read at ${url}`;
    return [{ name: 'not-checked', subject: url, evidence }];
  },
};
