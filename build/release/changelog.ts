import { isReleased } from '../../src/lib/version.ts';
import type { DataFormat } from '../../src/platform/check/subject.ts';

/** What CHANGELOG.md says of a version. */
export interface VersionNotes {
  /** `2024-04-06`; null while it is not released. */
  readonly date: string | null;
  /** The sentence that a notice shows. */
  readonly summary: string;
  /** `journal.sqlite` → 5, of the data that it writes; empty while it is not released. */
  readonly data: Readonly<Record<string, number>>;
  /** One line each, of those who run a server. */
  readonly changes: readonly string[];
}

/**
 * Reads `## 0.2.0 (2024-04-06)`, a sentence, `Data: journal.sqlite 5, …`, and the list below `For operators:`.
 * @param version - `0.2.0`, or `0.2.0-dev+abc1234` for `## 0.2.0 (unreleased)`
 * @throws Error when it does not say what a release says
 */
export function readNotes(changelog: string, version: string): VersionNotes {
  const number = version.split('-')[0] ?? version;
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`${number} `) || each.startsWith(`${number}\n`));
  const [, state, text] = /^\S+ \((unreleased|\d{4}-\d{2}-\d{2})\)\n([\s\S]*)$/.exec(section ?? '') ?? [];
  if (state === undefined || text === undefined)
    throw new Error(`CHANGELOG.md has no heading \`## ${number} (DATE)\` or \`## ${number} (unreleased)\`.`);
  if (isReleased(version) !== (state !== 'unreleased'))
    throw new Error(`CHANGELOG.md says \`${number} (${state})\`, and package.json says ${version}.`);
  const blocks = text.trim().split(/\n{2,}/);
  const [, data = ''] = /^Data: (.+)\.$/m.exec(text) ?? [];
  const [, operators = ''] = /^For operators:$([\s\S]*?)(?=^For .*:$|(?![\s\S]))/m.exec(text) ?? [];
  return {
    date: state === 'unreleased' ? null : state,
    summary: oneLine(blocks[0] ?? ''),
    data: Object.fromEntries([...data.matchAll(/(\S+) (\d+)(?:, |$)/g)].map(([, file = '', at]) => [file, Number(at)])),
    changes: operators.split(/^- /m).slice(1).map(oneLine),
  };
}

/** @throws Error when a released version names other data versions than the program writes */
export function requireData({ date, data }: VersionNotes, formats: readonly DataFormat[]): void {
  if (date === null) return;
  const written = formats.map(({ file, newest }) => `${file} ${newest}`).join(', ');
  const isSame = formats.every(({ file, newest }) => data[file] === newest);
  if (!isSame) throw new Error(`CHANGELOG.md must say below the version: \`Data: ${written}.\``);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
