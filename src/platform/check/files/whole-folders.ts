import { askForFiles, isUnknown } from '../../site/denied-folder.ts';
import type { FindingName } from '../../site/finding-kinds.ts';
import { type Place, urlOf } from '../places.ts';
import type { Subject } from '../subject.ts';
import type { Seen } from './seen.ts';
import type { Walked } from './walk.ts';

/** Folders that are reported as a whole: what lies in them is not looked at file by file. */
export type WholeFolder = Extract<FindingName, 'tracking-folder-copy' | 'installer-left' | 'database-tool'>;

const namedAsCopy =
  /^(?:old|bak|backup|copy)[._ -]?acars$|^acars[._ -]?(?:old|bak|back|backup|orig|original|copy|save|saved|prev|previous|before)[._ -]?\d*$/i;
/** Scripts of tracking for a version 5. Two of them make a folder of tracking, whatever it is called. */
const ofTracking = ['get_bid.php', 'submit_log.php', 'position.php', '_tracker_common.php', 'cleanup_live.php'];

const namedAsInstaller = /^_?(?:old)?_?install(?:ed|er|ation)?(?:[._ -]?(?:old|bak|backup|done|off|x|\d))*$/i;
/** Beside `install.php`: what the installer of a phpVMS 5 brings along. */
const ofInstaller = ['sql', 'fixtures', 'includes', 'install.sql', 'Installer.class.php', 'update.php'];

/** phpMyAdmin has had this file since its second version. */
const ofDatabaseTool = 'config.sample.inc.php';

/** @param isTop - it lies directly in the folder that the site's address shows */
export function wholeFolderOf({ parts, files, folders }: Omit<Walked, 'path'>, isTop: boolean): WholeFolder | null {
  const name = parts.at(-1);
  if (name === undefined) return null;
  if (files.includes(ofDatabaseTool)) return 'database-tool';
  const scripts = files.filter((file) => /\.php\d?$/i.test(file));
  if (namedAsCopy.test(name) && scripts.length > 0) return 'tracking-folder-copy';
  if (ofTracking.filter((file) => files.includes(file)).length > 1) return 'tracking-folder-copy';
  if (!files.includes('install.php') || !namedAsInstaller.test(name)) return null;
  // Add-ons have installers of their own, deeper down.
  const isOfSite = isTop || ofInstaller.some((each) => files.includes(each) || folders.includes(each));
  return isOfSite ? 'installer-left' : null;
}

/** Empty where the web server denies it. */
export async function lookAtWhole(
  subject: Subject,
  place: Place,
  { path, parts }: Walked,
  name: WholeFolder,
): Promise<readonly Seen[]> {
  const url = urlOf(place, parts);
  if (name === 'database-tool') {
    const reply = await subject.ask(`${url}/`, { isOfFile: true });
    const isThere = reply?.status === 200 && /phpmyadmin/i.test(reply.body.toString('latin1'));
    return isThere ? [{ name, path, isFolder: true, evidence: `phpMyAdmin responds at ${url}/` }] : [];
  }
  // Its own scripts are not called: they could change something. A file made for it is called as they would be.
  const probe = { folder: path, urls: [url], extensions: ['.php'] };
  const control = { folder: place.folder, urls: [place.url] };
  const denial = await askForFiles(subject.owner, probe, control, subject.ask);
  if (isUnknown(denial)) return [{ name: 'not-checked', path, isFolder: true, evidence: denial.unknown }];
  if (denial === 'denied') return [];
  return [{ name, path, isFolder: true, evidence: `a script in it can be called at ${url}/` }];
}
