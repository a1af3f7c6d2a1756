/**
 * Releases whose tables differ in what we read or write; 7.0.3 to 7.0.10 are one. The last one is no release: the platform's
 * branch `main`, from which version 8 is to come, as its own migrations make the tables (all 70 of `mainCommit`, on PHP 8.4).
 */
export const releases = ['7.0.0-beta.4', '7.0.0-beta.5', '7.0.0', '7.0.10', 'main'] as const;
export type Release = (typeof releases)[number];
/** Of 2026-08-22. */
export const mainCommit = '905e161';

export function nameOf(release: Release): string {
  return release === 'main' ? `phpVMS 8 (main, ${mainCommit})` : `phpVMS ${release}`;
}

/** What the definitions of a release's columns are made of. */
export interface Words {
  readonly release: Release;
  readonly isMain: boolean;
  readonly prefix: string;
  /** Width of an airport's code. */
  readonly airport: number;
  /** A text without a width of its own. */
  readonly wide: string;
  readonly times: readonly string[];
  readonly deletable: readonly string[];
  since(from: Release, line: string): readonly string[];
  before(from: Release, line: string): readonly string[];
}

export function wordsOf(release: Release, prefix: string): Words {
  const at = (each: Release) => releases.indexOf(each);
  const since = (from: Release, line: string) => (at(release) >= at(from) ? [line] : []);
  const isMain = release === 'main';
  return {
    release,
    isMain,
    prefix,
    since,
    before: (from, line) => (at(release) < at(from) ? [line] : []),
    airport: at(release) >= at('7.0.10') ? 8 : release === '7.0.0-beta.4' ? 4 : 5,
    wide: `varchar(${isMain ? 255 : 191})`,
    times: ['created_at timestamp NULL', 'updated_at timestamp NULL'],
    deletable: since('7.0.0-beta.5', 'deleted_at timestamp NULL'),
  };
}
