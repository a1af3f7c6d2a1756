import { importsOf } from './imports.ts';
import type { Source } from './read-source.ts';

/** What every adapter of a crew center is made of, so that who has read one finds the same in the next. */
export const adapterFiles = [
  'adapter',
  'pilots',
  'bids',
  'plans',
  'fleet',
  'airports',
  'opening',
  'filing',
  'live',
  'track',
  'settings',
] as const;

/** Files that an adapter does without, each with its reason. */
export const missingFiles: Readonly<Record<string, string>> = {
  'src/platform/phpvms5/opening.ts': 'phpVMS 5 has no PIREP before it is filed',
  'src/platform/phpvms5/track.ts': 'phpVMS 5 keeps one row of the newest position for each pilot, and no track',
};

/** What keeps an adapter from reading like the others: a file that is missing, or that its `adapter.ts` does not use. */
export function findOddAdapters(
  all: ReadonlyMap<string, Source>,
  missing: Readonly<Record<string, string>> = missingFiles,
): readonly string[] {
  const adapters = [...all.values()].filter(({ path }) => /^src\/platform\/[^/]+\/adapter\.ts$/.test(path));
  return adapters.flatMap((adapter) => {
    const used = importsOf(adapter, all).map(({ path }) => path);
    return adapterFiles.flatMap((name): readonly string[] => {
      const path = adapter.path.replace('adapter.ts', `${name}.ts`);
      if (!all.has(path)) return path in missing ? [] : [`${path} is missing.`];
      if (path in missing) return [`${path} is there, and has an exception for being missing.`];
      return path === adapter.path || used.includes(path) ? [] : [`${adapter.path} does not use ${name}.ts.`];
    });
  });
}
