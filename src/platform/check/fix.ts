import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { CrewCenterError } from '../crew-center.ts';
import { type Moved, planBackup } from '../site/edge-backup.ts';
import type { EdgeStep } from '../site/edge-steps.ts';
import { asOwner } from '../site/owner.ts';
import { addDenyBlock, type DenyWish } from './deny-rules.ts';
import type { Finding } from './finding.ts';
import { innermost } from './places.ts';
import type { Report } from './run.ts';
import type { Subject } from './subject.ts';

export interface FixWish {
  readonly subject: Subject;
  readonly report: Report;
  /** Paths given by the operator: they are moved even if they are not in one of Tracker's folders. */
  readonly named: readonly string[];
  /** A private folder for the backup; null when none is known. */
  readonly place: string | null;
  readonly now: Date;
}

/** Rules are written for web servers that read them from files. */
const readsHtaccess = (server: Report['server']) => server === 'apache' || server === 'litespeed';

/**
 * Returns steps that move files to a dated backup and write deny rules; empty when there is nothing to do.
 * @throws CrewCenterError for a named path that no finding names, or when there is no private place
 */
export function planFix({ subject, report, named, place, now }: FixWish): readonly EdgeStep[] {
  const paths = [...new Set([...unasked(report.findings), ...named.map((path) => requireFound(path, report))])];
  const rules = readsHtaccess(report.server) ? rulesOf(subject, report.findings, paths) : [];
  if (paths.length + rules.length === 0) return [];
  if (place === null)
    throw new CrewCenterError('No private folder for the backup is known here. Name one with --backup DIR.');
  const moved: readonly Moved[] = [
    ...paths.map((path) => ({ path, why: 'must not be in a public folder' })),
    ...rules.filter(({ isNew }) => !isNew).map(({ path }) => ({ path, why: 'a rule is added', isReplaced: true })),
  ];
  const made = rules.filter(({ isNew }) => isNew).map(({ path }) => path);
  return [
    ...planBackup({ place, folder: subject.folder, moved, made, now }),
    ...rules.map(
      ({ path, bytes, mode }): EdgeStep => ({ kind: 'write', path, bytes, mode, why: 'denies private files' }),
    ),
  ];
}

function unasked(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ repair }) => (repair.isMovedUnasked ? (repair.paths ?? []) : []));
}

function requireFound(path: string, { findings }: Report): string {
  const wanted = resolve(path);
  const found = findings.flatMap(({ repair }) => repair.paths ?? []);
  if (found.includes(wanted)) return wanted;
  throw new CrewCenterError(`${wanted} is not moved: no finding names it. Give a path as \`tracker check\` prints it.`);
}

interface Rule {
  readonly path: string;
  readonly bytes: Buffer;
  readonly mode: number;
  readonly isNew: boolean;
}

/** One `.htaccess` in each shown folder that holds something to deny. */
function rulesOf(subject: Subject, findings: readonly Finding[], moved: readonly string[]): readonly Rule[] {
  const wishes = new Map<string, { paths: string[]; hidesLists: boolean }>();
  const wishFor = (path: string) => {
    const place = innermost(subject.places, path.replace(/\/$/, ''))?.folder ?? null;
    if (place === null) return null;
    const wish = wishes.get(place) ?? { paths: [], hidesLists: false };
    wishes.set(place, wish);
    return { wish, place };
  };
  for (const { repair, subject: where } of findings) {
    for (const path of repair.deny ?? []) {
      if (moved.includes(path.replace(/\/$/, ''))) continue;
      const found = wishFor(path);
      found?.wish.paths.push(relative(found.place, path).split(sep).join('/') + (path.endsWith('/') ? '/' : ''));
    }
    const listed = repair.hidesLists ? wishFor(where) : null;
    if (listed) listed.wish.hidesLists = true;
  }
  return [...wishes].map(([folder, wish]) => asOwner(subject.owner, () => ruleIn(folder, wish)));
}

function ruleIn(folder: string, wish: DenyWish): Rule {
  const path = join(folder, '.htaccess');
  const isNew = !isThere(path);
  const text = isNew ? '' : readFileSync(path, 'latin1');
  // The file is bytes, whatever it is written in; so are the names of files.
  const paths = wish.paths.map((each) => Buffer.from(each).toString('latin1'));
  const bytes = Buffer.from(addDenyBlock(text, { ...wish, paths }), 'latin1');
  return { path, bytes, isNew, mode: isNew ? 0o644 : statSync(path).mode & 0o777 };
}
