import { basename, dirname } from 'node:path';
import type { Severity } from '../../site/finding-kind.ts';
import type { FindingName } from '../../site/finding-kinds.ts';
import type { Observation } from '../../site/observation.ts';

/** One file or folder in which something was seen. */
export interface Seen {
  readonly name: FindingName;
  readonly path: string;
  readonly isFolder?: true;
  readonly evidence: string;
  readonly severity?: Severity;
  /** Whether it is in one of Tracker's folders. */
  readonly isMovedUnasked?: true;
}

/** Kinds for which a rule of the web server is written as well. */
const denied: readonly FindingName[] = [
  'private-file-readable',
  'shipped-folder-readable',
  'repository-readable',
  'archive-readable',
  'phpinfo-runs',
  'tracking-folder-copy',
  'installer-left',
];
/** They belong to the crew center. */
const staying: readonly FindingName[] = ['shipped-folder-readable', 'repository-readable', 'not-checked'];

const shownNames = 5;

/** One observation for all that is seen alike in a folder. */
export function group(all: readonly Seen[]): readonly Observation[] {
  const groups = Map.groupBy(all, ({ name, severity, path }) => `${name} ${severity ?? ''} ${dirname(path)}`);
  return [...groups.values()].map(toObservation);
}

function toObservation(seen: readonly Seen[]): Observation {
  const [first] = seen;
  if (first === undefined) throw new Error('a group has a first');
  const { name, path, severity, evidence } = first;
  const paths = seen.map((each) => each.path);
  const names = paths.slice(0, shownNames).map((each) => basename(each));
  const more = paths.length > shownNames ? ` and ${paths.length - shownNames} more` : '';
  return {
    name,
    subject: paths.length === 1 ? path : `${dirname(path)}/`,
    evidence: [`${names.join(', ')}${more}`, evidence].filter((text) => text !== '').join(': '),
    ...(severity !== undefined && { severity }),
    repair: {
      ...(!staying.includes(name) && { paths }),
      ...(first.isMovedUnasked && { isMovedUnasked: true }),
      ...(denied.includes(name) && { deny: seen.map((each) => (each.isFolder ? `${each.path}/` : each.path)) }),
    },
  };
}
