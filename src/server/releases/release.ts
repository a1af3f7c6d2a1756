import type { DataFormat } from '../../platform/check/subject.ts';
import { UntrustedReleaseError } from './trust.ts';

/** What `version.json` of a release says. */
export interface Release {
  readonly version: string;
  /** The day: `2024-04-06`. */
  readonly released: string;
  readonly summary: string;
  /** One line each, for those who run a server. */
  readonly changes: readonly string[];
  /** `journal.sqlite` → the version of the data that it writes. */
  readonly data: Readonly<Record<string, number>>;
}

const maxChanges = 200;
const maxCharacters = 2_000;

/** @throws UntrustedReleaseError for what has another shape: a signature says whose it is, not that it is right */
export function readRelease(text: string): Release {
  const { version, released, summary, changes, data } = objectIn(text);
  const isRelease =
    isVersion(version) && isDay(released) && isLine(summary) && areLines(changes) && isObject(data) && areCounts(data);
  if (!isRelease)
    throw new UntrustedReleaseError('The version.json of the release has another form than this build reads.');
  return { version, released, summary, changes: changes.slice(0, maxChanges), data: data as Record<string, number> };
}

/**
 * Whether the first is the newer of two versions: `0.10.0` than `0.9.9`, and `0.2.0` than `0.2.0-dev+abc1234`, which
 * becomes it.
 */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map(numbersOf);
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return at >= 0 && Number(a?.[at]) > Number(b?.[at]);
}

/** Databases whose data it upgrades: `journal.sqlite 5 to 6`. Empty: none. */
export function upgradedData({ data }: Pick<Release, 'data'>, formats: readonly DataFormat[]): readonly string[] {
  return formats.flatMap(({ file, newest }) => {
    const next = data[file] ?? newest;
    return next > newest ? [`${file} ${newest} to ${next}`] : [];
  });
}

/** One sentence on what becomes of the data. */
export function dataSentence(release: Pick<Release, 'data'>, formats: readonly DataFormat[]): string {
  const upgraded = upgradedData(release, formats);
  return upgraded.length === 0
    ? 'The data stay as they are.'
    : `The data are upgraded (${upgraded.join(', ')}), so going back needs a backup.`;
}

/** The fourth number is 0 for a build before its release. */
function numbersOf(version: string): readonly number[] {
  const [numbers = ''] = version.split(/[-+]/);
  return [...numbers.split('.').map(Number), version.includes('-') ? 0 : 1];
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Whether it is spelled as a version of this program. */
export const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-dev(?:\+[0-9a-f]{7})?)?$/.test(value);
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isLine = (value: unknown): value is string => typeof value === 'string' && value.length <= maxCharacters;
const areLines = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isLine);
const areCounts = (data: Readonly<Record<string, unknown>>) => Object.values(data).every(Number.isSafeInteger);
