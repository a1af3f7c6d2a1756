import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import type { Ask } from '../site/ask.ts';
import type { Site } from '../site/denied-folder.ts';
import { directSecret } from '../site/direct-header.ts';
import { type Moved, planBackup, planUndo } from '../site/edge-backup.ts';
import type { EdgeKit, EdgeKitOptions, Probed } from '../site/edge-kit.ts';
import type { EdgeStep } from '../site/edge-steps.ts';
import { asOwner, ownerOf } from '../site/owner.ts';
import { packedFolders, placeFiles } from '../site/packed-files.ts';
import { scriptUrlAdvice } from '../site/script-url.ts';
import { askWhetherServed } from '../site/served-folder.ts';
import { SiteRequests } from '../site/site-requests.ts';
import { markSteps } from '../site/whose-data.ts';
import { refuseUnreleased } from './addon-registry.ts';
import { addressFile, edgeKeys } from './edge-address.ts';
import { edgeAdvice, scriptUrl, serverRules } from './edge-advice.ts';
import { edgeChecks } from './edge-checks.ts';
import { moduleFiles, moduleFolder } from './module-files.ts';
import { inspectOwnCalls } from './own-calls.ts';
import { readServerAddresses } from './server-address.ts';
import { readSiteConfig, shownFolder } from './site-config.ts';
import { type SitePrograms, sitePrograms } from './site-programs.ts';
import { chooseStorage } from './storage.ts';

/** @throws CrewCenterError */
export async function openEdgeKit(folder: string, options: EdgeKitOptions): Promise<EdgeKit> {
  const site = await readSiteConfig(folder);
  const { siteUrl, appKey } = site;
  const data = chooseStorage({ folder, siteUrl, given: options.data });
  const place = options.backup ?? data;
  const known = readAddresses(folder).find((address) => !address.startsWith('unix:')) ?? options.listen;
  const servers = (await readServerAddresses(site, options.databaseServer ?? null)) ?? [known];
  const files = moduleFiles();
  const direct = directSecret(edgeKeys(appKey));
  const programs = sitePrograms(options.php ?? 'php');
  return {
    siteUrl,
    isInstalled: () => isThere(join(folder, moduleFolder, 'module.json')),
    async planInstall() {
      refuseUnreleased(folder);
      const answers = await moduleAnswers(siteUrl);
      return asOwner(ownerOf(folder), () => [
        programs.siteRuns,
        ...(isThere(data) ? [] : [{ kind: 'make', path: data, why: 'for the data of the server' } as const]),
        ...markSteps(data, folder),
        ...planModule(folder, files),
        ...programs.activate,
        ...planOut(folder, place, answers, !isInstalled(folder, files)),
      ]);
    },
    planUninstall: async () => asOwner(ownerOf(folder), () => planUninstall(folder, programs)),
    planUndo: async () => undoSteps(place, folder, programs),
    checks: edgeChecks,
    probe: async (siteUrl, ask) => (isThere(data) ? [await probeData(data, { folder, siteUrl }, ask)] : []),
    keys: () => edgeKeys(appKey),
    inspectOwnCalls: (requests) => inspectOwnCalls({ siteUrl, keys: edgeKeys(appKey), direct, requests }),
    statusPath: '/api/tracker/status',
    finishPath: '/api/tracker/finish',
    rules: serverRules(pathOf(siteUrl), servers, { shown: shownFolder(folder), direct }),
    advice: `${edgeAdvice(servers)}\n${scriptUrlAdvice(siteUrl, scriptUrl)}`,
    dataDirectory: data,
    backupPlace: place,
  };
}

async function probeData(data: string, site: Site, ask?: Ask): Promise<Probed> {
  const denial = await askWhetherServed(data, site, ask);
  const cure = 'move it to a place that no web server shows, and name that with --data';
  return { path: data, denial, cure, finding: 'data-readable', folder: null };
}

function undoSteps(place: string, folder: string, { clear }: SitePrograms): readonly EdgeStep[] {
  const steps = asOwner(ownerOf(folder), () => planUndo(place, folder));
  return steps.length === 0 ? [] : [...steps, clear];
}

const pathOf = (url: string) => new URL(url).pathname.replace(/(?<!\/)\/+$/, '');

function readAddresses(folder: string): readonly string[] {
  try {
    return (JSON.parse(readFileSync(join(folder, addressFile), 'utf8')) as { addresses: string[] }).addresses;
  } catch {
    return [];
  }
}

/**
 * The folder is made beside and put in place by one rename: every `module.json` below `modules/` is read at any moment,
 * a second copy there would take the first one's place, and half a folder breaks every page of the site.
 */
function planModule(folder: string, files: Files): readonly EdgeStep[] {
  const target = join(folder, moduleFolder);
  if (isInstalled(folder, files)) return [{ kind: 'keep', path: target, why: 'the same' }];
  const staged = join(folder, 'storage/app/tracker-module-new');
  const before = join(folder, beforeName);
  return [
    ...[staged, before].filter((path) => isThere(path)).map((path) => remove(path, 'left by an interrupted install')),
    ...files.map(({ path, bytes }): EdgeStep => ({ kind: 'write', path: join(staged, path), bytes, why: 'new' })),
    ...(isThere(target) ? [{ kind: 'move', path: target, to: before, why: 'the module as it was' } as const] : []),
    { kind: 'move', path: staged, to: target, why: 'in one piece' },
    ...(isThere(join(target, packed)) ? [movePacked(before, target)] : []),
  ];
}

/** A program that was uploaded with the module, and not unpacked yet. */
const packed = relative(moduleFolder, packedFolders[7]);
const movePacked = (before: string, target: string): EdgeStep => {
  const why = 'a program that was uploaded';
  return { kind: 'move', path: join(before, packed), to: join(target, packed), why };
};

type Files = ReturnType<typeof moduleFiles>;
const beforeName = 'storage/app/tracker-module-before';

function isInstalled(folder: string, files: Files): boolean {
  const isSame = (path: string, bytes: Buffer) => isThere(path) && readFileSync(path).equals(bytes);
  return files.every(({ path, bytes }) => isSame(join(folder, moduleFolder, path), bytes));
}

/** Where the settings screen keeps the address that was set. */
const savedFile = 'storage/app/tracker-address.txt';

const remove = (path: string, why: string): EdgeStep => ({ kind: 'remove', path, why });

/**
 * The module as it was goes into a backup; so does what belonged to a version 5, or to an older module, in the web root, once
 * the module answers. Other files there are the operator's.
 */
function planOut(folder: string, place: string, moduleAnswersNow: boolean, isReplaced: boolean): readonly EdgeStep[] {
  const places = [join(folder, 'public', 'acars'), join(folder, 'acars')].filter((path) => isThere(path));
  const found = places.flatMap((path) => readdirSync(path).map((name) => ({ name, path: join(path, name) })));
  const old = found.filter(({ name }) => isOld(name)).map(({ path }) => path);
  const theirs = found.filter(({ name }) => !isOld(name)).map(({ path }) => path);
  const target = join(folder, moduleFolder);
  const module = { path: target, now: join(folder, beforeName), why: 'the module as it was' };
  const why = 'must not be in a public folder beside a version 7';
  const moved: readonly Moved[] = [
    ...(isReplaced && isThere(target) ? [module] : []),
    ...(moduleAnswersNow ? old.map((path) => ({ path, why })) : []),
  ];
  const later = 'old and public: run this again when the module responds, and it is moved to a backup';
  return [
    ...planBackup({ place, folder, moved, made: [], now: new Date() }),
    ...(moduleAnswersNow ? [] : old).map((path): EdgeStep => ({ kind: 'keep', path, why: later })),
    ...theirs.map((path): EdgeStep => ({ kind: 'keep', path, why: 'yours, and public: left as it is' })),
  ];
}

function isOld(name: string): boolean {
  return /\.php$|^(?:sessions|reports|logs|cache)$|\.(?:json|log|ini|env|sql|bak|zip|tar|gz)$/i.test(name);
}

async function moduleAnswers(siteUrl: string): Promise<boolean> {
  try {
    const { body } = await new SiteRequests().send(`${siteUrl}/api/tracker/status`, { redirects: 'same-site' });
    return (JSON.parse(body.toString('utf8')) as { mode?: unknown }).mode === 'native_module';
  } catch {
    return false;
  }
}

/** Disabled before it is deleted: an enabled module without its folder takes the whole site down. */
function planUninstall(folder: string, { clear, disable, forget }: SitePrograms): readonly EdgeStep[] {
  const target = join(folder, moduleFolder);
  if (!isThere(target)) return [];
  return [
    disable,
    clear,
    remove(target, 'ours'),
    forget,
    clear,
    ...[addressFile, savedFile, placeFiles[7]].flatMap((name) =>
      isThere(join(folder, name)) ? [remove(join(folder, name), 'where the server was')] : [],
    ),
    { kind: 'keep', path: 'table tracker_config', why: 'your settings, for a later install' },
  ];
}
