import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { CrewCenterError, type OpenLog } from '../crew-center.ts';
import { type Ask, createAsk, type Question } from './ask.ts';
import { asOwner, type Owner } from './owner.ts';

/** How a folder below the public one answers over HTTP. What could not be found out has a reason. */
export type Denial = 'denied' | 'readable' | { readonly unknown: string };

export const isUnknown = (denial: Denial): denial is { readonly unknown: string } => typeof denial === 'object';

/** Where a file lies, and the addresses at which a web server might show it. */
export interface Probe {
  readonly folder: string;
  /** Of the folder, without a slash at its end. */
  readonly urls: readonly string[];
  /** Of the files, `.txt` unless said: some are denied by their names. */
  readonly extensions?: readonly string[];
}

/** A folder that a web server shows, and its address without a slash at its end. */
export interface Site {
  readonly folder: string;
  readonly siteUrl: string;
}

/**
 * Puts files into a folder and a control file into another, and asks for all: the control must be readable in the same
 * run, so that a wrong address, or a site that answers 404 to everything, cannot pass for a denial.
 * @param owner of the crew center, with whose rights they are made
 */
export async function askForFiles(owner: Owner, probe: Probe, control: Probe, ask = createAsk()): Promise<Denial> {
  const word = randomBytes(16).toString('hex');
  // Not a part of their names: a page that prints its address is none of them.
  const content = randomBytes(16).toString('hex');
  const readable = join(control.folder, `tracker-check-${word}.txt`);
  const probed = (probe.extensions ?? ['.txt']).map((extension) => join(probe.folder, `check-${word}${extension}`));
  const read = async (url: string) => (await ask(url, question))?.body.toString('utf8') ?? null;
  try {
    const refusal = makeFiles(owner, [readable, ...probed], content);
    if (refusal !== null) return { unknown: refusal };
    const seen = await Promise.all(control.urls.map((url) => read(`${url}/${basename(readable)}`)));
    if (!seen.some((text) => text?.includes(content))) return { unknown: noControl(control, seen) };
    const urls = probe.urls.flatMap((url) => probed.map((file) => `${url}/${basename(file)}`));
    const said = await Promise.all(urls.map(read));
    if (said.some((text) => text?.includes(content))) return 'readable';
    return said.includes(null) ? { unknown: 'the site did not answer' } : 'denied';
  } finally {
    asOwner(owner, () => {
      for (const file of [readable, ...probed]) rmSync(file, { force: true });
    });
  }
}

const question: Question = { redirects: 'same-site', isOfFile: true };

function noControl({ folder }: Probe, seen: readonly (string | null)[]): string {
  return seen.includes(null)
    ? 'the site did not answer'
    : `a control file in ${folder}, which must be readable, was not shown`;
}

/** Why they cannot be made, else null. */
function makeFiles(owner: Owner, files: readonly string[], content: string): string | null {
  for (const file of files) {
    const make = () => writeFileSync(file, content, { mode: 0o644, flag: 'wx' });
    const code = refusalOf(() => asOwner(owner, make));
    if (code !== null) return `no file can be made in ${dirname(file)} by user number ${owner.uid} (${code})`;
  }
  return null;
}

/** The system's code, else null. */
function refusalOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code);
    throw error;
  }
}

/** A folder that may be shown, below the folder of its site. */
export interface PlaceOfSite {
  readonly folder: string;
  readonly site: Site;
  readonly owner: Owner;
}

/** By files with an ending and without. A folder that is not there is made for it and removed again. */
export async function askDenial({ folder, site, owner }: PlaceOfSite, ask?: Ask): Promise<Denial> {
  const way = relative(site.folder, folder).split(sep).map(encodeURIComponent).join('/');
  const probe = { folder, urls: [`${site.siteUrl}/${way}`], extensions: ['.txt', ''] };
  const isMade = !isThere(folder);
  const refusal = isMade ? refusalOf(() => asOwner(owner, () => mkdirSync(folder, { mode: 0o755 }))) : null;
  if (refusal !== null) return { unknown: `${folder} cannot be made by user number ${owner.uid} (${refusal})` };
  try {
    return await askForFiles(owner, probe, { folder: site.folder, urls: [site.siteUrl] }, ask);
  } finally {
    if (isMade) asOwner(owner, () => rmdirSync(folder));
  }
}

/**
 * Holds a data directory that lies below the public folder to its deny rule: shown now, or shown before for this very address.
 * @throws CrewCenterError when it is readable, or was never shown to be denied.
 */
export async function requireDenied(
  folder: string,
  { folder: siteFolder, siteUrl }: { readonly folder: string; readonly siteUrl: string | null },
  owner: Owner,
  log: OpenLog,
): Promise<void> {
  const record = join(folder, 'denied.json');
  const site = siteUrl === null ? null : { folder: siteFolder, siteUrl };
  const denial = site === null ? null : await askDenial({ folder, site, owner });
  if (denial === 'readable') {
    throw new CrewCenterError(
      `${folder} can be read through ${siteUrl}: the web server does not follow its .htaccess. Set TRACKER_PRIVATE_STORAGE_PATH to a folder outside the public one.`,
    );
  }
  log('warn', 'flights and logs lie in a folder that an update of the site by FTP may replace: leave it in place', {
    folder,
    setting: 'TRACKER_PRIVATE_STORAGE_PATH names a place of its own',
  });
  if (denial === 'denied') {
    asOwner(owner, () => {
      rmSync(record, { force: true });
      writeFileSync(record, JSON.stringify({ siteUrl, at: new Date().toISOString() }), { mode: 0o600, flag: 'wx' });
    });
    return;
  }
  const known = isThere(record) ? readFileSync(record, 'utf8') : '';
  if (siteUrl !== null && known.includes(JSON.stringify(siteUrl))) {
    log('warn', 'the site does not answer; that the data directory is denied was shown before', { folder });
    return;
  }
  throw new CrewCenterError(
    `${folder} lies below the public folder, and ${siteUrl ?? 'the site'} could not be asked whether it denies it. Set TRACKER_PRIVATE_STORAGE_PATH to a folder outside the public one.`,
  );
}
