import type { Observation } from '../site/observation.ts';
import { isDeniedByRules } from '../site/server-rules/server-rules.ts';
import { innermost, urlOfPath } from './places.ts';
import type { Subject } from './subject.ts';

/** Paths of addresses that should be denied and that the rules of `tracker install --server` do not deny. */
export function unruledPaths({ repair }: Observation, { places, kit }: Subject): readonly string[] {
  const paths = (repair?.deny ?? []).flatMap((path) => {
    const isFolder = path.endsWith('/');
    const place = innermost(places, isFolder ? path.slice(0, -1) : path);
    if (place === null) return [];
    const { pathname } = new URL(urlOfPath(place, isFolder ? path.slice(0, -1) : path));
    return [isFolder ? `${pathname}/` : pathname];
  });
  return paths.filter((path) => !isDeniedByRules(kit.rules, decodeURIComponent(path)));
}
