import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { CrewCenterError, type OpenLog } from '../crew-center.ts';
import { askForFiles, type Denial, readPage } from './denied-folder.ts';
import { ownerOf } from './owner.ts';
import { isWithin, realPath } from './public-folder.ts';

export interface Site {
  /** The crew center's own folder. */
  readonly folder: string;
  readonly siteUrl: string;
}

/**
 * Asks the site for a file in the data directory, and for the journal itself, at every address that its place suggests. One
 * that lies neither in the crew center's folder nor beside it counts as denied.
 */
export async function askWhetherServed(data: string, site: Site): Promise<Denial> {
  const urls = addressesOf(data, site);
  if (urls.length === 0) return 'denied';
  const shown = existsSync(join(site.folder, 'public')) ? join(site.folder, 'public') : site.folder;
  const control = { folder: shown, urls: [site.siteUrl] };
  const denial = await askForFiles(ownerOf(site.folder), { folder: data, urls }, control).catch(
    () => 'unknown' as const,
  );
  const journals = await Promise.all(urls.map((url) => readPage(`${url}/journal.sqlite`)));
  return journals.some((text) => text?.startsWith('SQLite format 3')) ? 'readable' : denial;
}

/** @throws CrewCenterError when the site shows the data directory */
export async function requireNotServed(data: string, site: Site, log: OpenLog): Promise<void> {
  const denial = await askWhetherServed(data, site);
  if (denial === 'readable') {
    throw new CrewCenterError(
      `${data} can be read through ${site.siteUrl}. Stop the server, move that folder to a place that no web server shows, and name it with --data.`,
    );
  }
  if (denial === 'denied') return;
  const message = 'the site could not be asked whether it shows the data directory; it will be asked at the next start';
  log('info', message, { data });
}

/** For each folder that the site's address, or that of its host, may stand for. */
function addressesOf(data: string, { folder, siteUrl }: Site): readonly string[] {
  const { origin } = new URL(siteUrl);
  const real = realPath(folder);
  const roots: (readonly [string, string])[] = [
    [real, siteUrl],
    [real, origin],
    [dirname(real), origin],
    [dirname(dirname(real)), origin],
  ];
  const found = roots
    .filter(([root]) => dirname(root) !== root && isWithin(root, data))
    .map(([root, url]) => `${url}/${relative(root, realPath(data)).split(sep).map(encodeURIComponent).join('/')}`);
  return [...new Set(found)];
}
