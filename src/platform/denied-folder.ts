import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CrewCenterError, type OpenLog } from './crew-center.ts';

/** How a folder below the public one answers over HTTP. */
export type Denial = 'denied' | 'readable' | 'unknown';

/**
 * Puts a file into the folder and a control file beside the folder, and asks for both: the control must be readable, so that
 * a wrong address cannot pass for a denial.
 * @param url the address of the folder that holds `folder`, without a slash at its end.
 */
export async function askDenial(folder: string, url: string): Promise<Denial> {
  const word = randomBytes(16).toString('hex');
  const [probe, control] = [join(folder, `check-${word}.txt`), join(folder, '..', `tracker-check-${word}.txt`)];
  try {
    await Promise.all([probe, control].map((path) => writeFile(path, word, { mode: 0o644 })));
    const seen = await read(`${url}/${basename(control)}`);
    if (seen === null || !seen.includes(word)) return 'unknown';
    const said = await read(`${url}/${basename(folder)}/${basename(probe)}`);
    return said === null ? 'unknown' : said.includes(word) ? 'readable' : 'denied';
  } finally {
    await Promise.all([probe, control].map((path) => rm(path, { force: true })));
  }
}

async function read(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    return await answer.text();
  } catch {
    return null;
  }
}

/**
 * Holds a data directory that lies below the public folder to its deny rule: shown now, or shown before for this very address.
 * @throws CrewCenterError when it is readable, or was never shown to be denied.
 */
export async function requireDenied(folder: string, siteUrl: string | null, log: OpenLog): Promise<void> {
  const record = join(folder, 'denied.json');
  const denial = siteUrl === null ? 'unknown' : await askDenial(folder, `${siteUrl}/${basename(join(folder, '..'))}`);
  if (denial === 'readable') {
    throw new CrewCenterError(
      `${folder} can be read through ${siteUrl}: the web server does not follow its .htaccess. Set TRACKER_PRIVATE_STORAGE_PATH to a folder outside the public one.`,
    );
  }
  if (denial === 'denied') {
    await writeFile(record, JSON.stringify({ siteUrl, at: new Date().toISOString() }), { mode: 0o600 });
    return;
  }
  if (siteUrl !== null && (await readFile(record, 'utf8').catch(() => '')).includes(JSON.stringify(siteUrl))) {
    log('warn', 'the site does not answer; that the data directory is denied was shown before', { folder });
    return;
  }
  throw new CrewCenterError(
    `${folder} lies below the public folder, and ${siteUrl ?? 'the site'} could not be asked whether it denies it. Set TRACKER_PRIVATE_STORAGE_PATH to a folder outside the public one.`,
  );
}
