import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { table } from '../../lib/table.ts';

/** The folder of the edge in this package, and its name in the crew center. */
export const edgeSource = join(import.meta.dirname, 'edge');
export const edgeFolder = 'acars';

/** The script that smartCARS 3 calls, with a path behind it. */
export const smartcarsScript = 'smartcars.php';
/** The script that shows the server's pages, with a path behind it or in its query. */
export const pagesScript = 'tracker.php';
/** The scripts that clients call. */
export const publicScripts = [
  'bootstrap.php',
  'status.php',
  'login.php',
  'get_bid.php',
  'position.php',
  'submit_log.php',
  smartcarsScript,
] as const;
/** The owner's values: made from the sample once, and never a part of what is copied into the folder. */
export const configFile = 'va_config.php';
export const sampleFile = 'va_config.sample.php';
/** Plain PHP that knows no platform: `npm run generate` copies it into the module of version 7. */
export const sharedFiles = [
  '_tracker_private.php',
  '_tracker_places.php',
  '_tracker_look.php',
  '_tracker_packed.php',
  '_tracker_unpack.php',
  '_tracker_start.php',
  '_tracker_pages.php',
  '_tracker_setup.php',
  '_tracker_setup_page.php',
] as const;
/** Set-up in the browser, and the way to the operator's pages: for the platform's staff. */
export const setupFiles = ['setup.php', 'operator.php', '_tracker_session.php', '_tracker_five.php'] as const;
/** What is replaced as one unit. */
export const edgeFiles = [
  ...publicScripts,
  pagesScript,
  ...sharedFiles,
  ...setupFiles,
  sampleFile,
  '_tracker_common.php',
  '_tracker_link.php',
  'index.php',
  '.htaccess',
] as const;

/** A file of the edge in a crew center. `version` is null if it is missing or not Tracker's. */
interface Found {
  readonly name: string;
  readonly version: string | null;
  readonly mark: string;
}

/** What lies in `acars` of a crew center. */
export interface EdgeState {
  readonly isInstalled: boolean;
  /** Files of another version than `_tracker_common.php`, or missing. */
  readonly mixed: readonly string[];
  /** Of contents and dates. */
  readonly fingerprint: string | null;
}

export async function readEdge(folder: string): Promise<EdgeState> {
  const files = await Promise.all(edgeFiles.map((name) => readEdgeFile(join(folder, edgeFolder), name)));
  const version = files.find(({ name }) => name === '_tracker_common.php')?.version ?? null;
  if (files.every((file) => file.version === null)) return { isInstalled: false, mixed: [], fingerprint: null };
  const mixed = files
    .filter((file) => (file.version !== version || version === null) && !isOfLater(file, version))
    .map(({ name }) => name);
  const fingerprint = createHash('sha256')
    .update(files.map(({ mark }) => mark).join('\n'))
    .digest('hex');
  return { isInstalled: true, mixed, fingerprint };
}

/** Folders of these versions are whole without the file. */
const versionsWithout = table<RegExp>({
  [smartcarsScript]: /^1\.2\.0-[0-2]$/,
  [sampleFile]: /^1\.2\.0-[0-3]$/,
  ...Object.fromEntries([pagesScript, ...sharedFiles, ...setupFiles].map((name) => [name, /^1\.2\.0-[0-4]$/])),
});

function isOfLater({ name, mark }: Found, version: string | null): boolean {
  return mark === name && versionsWithout[name]?.test(version ?? '') === true;
}

/** Each file has its version in its header: `Tracker edge 1.2.0-1`. */
async function readEdgeFile(folder: string, name: string): Promise<Found> {
  const path = join(folder, name);
  try {
    const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
    const version = /Tracker edge (\d[\w.-]*)/.exec(bytes.subarray(0, 400).toString('latin1'))?.[1] ?? null;
    return { name, version, mark: `${name} ${mtimeMs} ${createHash('sha256').update(bytes).digest('hex')}` };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { name, version: null, mark: name };
    throw error;
  }
}
