import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CrewCenterError, type OpenLog } from '../crew-center.ts';
import { asOwner, type Owner } from './owner.ts';

/** How a folder below the public one answers over HTTP. */
export type Denial = 'denied' | 'readable' | 'unknown';

/** Where a file lies, and the addresses at which a web server might show it. */
export interface Probe {
  readonly folder: string;
  /** Of the folder, without a slash at its end. */
  readonly urls: readonly string[];
  /** Of the file, `.txt` unless said: some are denied by their names. */
  readonly extension?: string;
}

/**
 * Puts a file into a folder and a control file into another, and asks for both: the control must be readable in the same
 * run, so that a wrong address, or a site that answers 404 to everything, cannot pass for a denial.
 * @param owner of the crew center, with whose rights they are made
 */
export async function askForFiles(owner: Owner, probe: Probe, control: Probe): Promise<Denial> {
  const word = randomBytes(16).toString('hex');
  const files = [
    join(probe.folder, `check-${word}${probe.extension ?? '.txt'}`),
    join(control.folder, `tracker-check-${word}.txt`),
  ] as const;
  try {
    asOwner(owner, () => {
      for (const file of files) writeFileSync(file, word, { mode: 0o644, flag: 'wx' });
    });
    const seen = await Promise.all(control.urls.map((url) => readPage(`${url}/${basename(files[1])}`)));
    if (!seen.some((text) => text?.includes(word))) return 'unknown';
    const said = await Promise.all(probe.urls.map((url) => readPage(`${url}/${basename(files[0])}`)));
    if (said.some((text) => text?.includes(word))) return 'readable';
    return said.includes(null) ? 'unknown' : 'denied';
  } finally {
    asOwner(owner, () => {
      for (const file of files) rmSync(file, { force: true });
    });
  }
}

/** Of a folder that lies directly in the one that `url` shows. */
export function askDenial(folder: string, url: string, owner: Owner): Promise<Denial> {
  const parent = join(folder, '..');
  return askForFiles(owner, { folder, urls: [`${url}/${basename(folder)}`] }, { folder: parent, urls: [url] });
}

/** Null when the site does not answer; asked twice, because a kept connection may have been closed meanwhile. */
export async function readPage(url: string, tries = 2): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return await answer.text();
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return tries > 1 && !isTimeout ? readPage(url, tries - 1) : null;
  }
}

/**
 * Holds a data directory that lies below the public folder to its deny rule: shown now, or shown before for this very address.
 * @throws CrewCenterError when it is readable, or was never shown to be denied.
 */
export async function requireDenied(folder: string, siteUrl: string | null, owner: Owner, log: OpenLog): Promise<void> {
  const record = join(folder, 'denied.json');
  const denial =
    siteUrl === null ? 'unknown' : await askDenial(folder, `${siteUrl}/${basename(join(folder, '..'))}`, owner);
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
  const known = existsSync(record) ? readFileSync(record, 'utf8') : '';
  if (siteUrl !== null && known.includes(JSON.stringify(siteUrl))) {
    log('warn', 'the site does not answer; that the data directory is denied was shown before', { folder });
    return;
  }
  throw new CrewCenterError(
    `${folder} lies below the public folder, and ${siteUrl ?? 'the site'} could not be asked whether it denies it. Set TRACKER_PRIVATE_STORAGE_PATH to a folder outside the public one.`,
  );
}
