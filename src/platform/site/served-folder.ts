import { dirname, join, relative, sep } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { CrewCenterError, type OpenLog } from '../crew-center.ts';
import { type Ask, createAsk } from './ask.ts';
import { askForFiles, type Denial, type Site } from './denied-folder.ts';
import { readStart } from './file-start.ts';
import { asOwner, type Owner, ownerOf } from './owner.ts';
import { copiedPublicFolder, isWithin, realPath } from './public-folder.ts';

/**
 * Asks the site for a file in the data directory, and for the journal itself, at every address that its place suggests. One
 * that lies neither in the crew center's folder nor beside it counts as denied.
 */
export async function askWhetherServed(data: string, site: Site, ask = createAsk()): Promise<Denial> {
  const urls = addressesOf(data, site);
  if (urls.length === 0) return 'denied';
  const inside = isThere(join(site.folder, 'public')) ? join(site.folder, 'public') : site.folder;
  const control = { folder: copiedPublicFolder(data, site.folder, site.siteUrl) ?? inside, urls: [site.siteUrl] };
  const owner = ownerOf(site.folder);
  const denial = await askForFiles(owner, { folder: data, urls }, control, ask);
  if (denial === 'readable') return denial;
  const journals = await Promise.all(urls.map((url) => isJournalShown(data, { url, owner }, ask)));
  return journals.includes(true) ? 'readable' : denial;
}

const journalStart = 'SQLite format 3\0';
const headerBytes = 100;

/** Whether this very journal is shown: a site may answer any address with something that begins alike. */
async function isJournalShown(
  data: string,
  { url, owner }: { readonly url: string; readonly owner: Owner },
  ask: Ask,
): Promise<boolean> {
  const readHeader = () => asOwner(owner, () => readStart(join(data, 'journal.sqlite'), headerBytes));
  const before = readHeader();
  if (before?.subarray(0, journalStart.length).toString('latin1') !== journalStart) return false;
  const answer = await ask(`${url}/journal.sqlite`, { isOfFile: true, redirects: 'same-site' });
  if (answer === null || answer.status >= 300) return false;
  // It is written to while the server runs.
  const after = readHeader() ?? before;
  const shown = answer.body.subarray(0, headerBytes);
  return before.equals(shown) || after.equals(shown);
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
