import { noOthers } from '../../cluster/members.ts';
import { openOnceHere } from '../duties/once-here.ts';
import type { Cluster, ClusterNeeds } from './cluster.ts';
import { endlessPlace } from './place.ts';

/** A server that shares its pilots with nobody: one core has all of them, under a lease that never ends. */
export function openAlone({ journal, platform, tokens, createFirst }: ClusterNeeds): Cluster {
  const own = createFirst({ journal, platform, tokens });
  return {
    isAlone: true,
    members: noOthers,
    own,
    tracking: own,
    journal,
    elsewhere: null,
    place: endlessPlace,
    openOnce: openOnceHere,
    join: async () => new AsyncDisposableStack(),
    readStatus: async () => null,
    [Symbol.asyncDispose]: () => own.close(),
  };
}
