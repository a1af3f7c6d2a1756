import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { Secret } from '../../lib/secret.ts';
import { CrewCenterError } from '../crew-center.ts';
import { type Moved, planBackup, planUndo } from '../site/edge-backup.ts';
import type { EdgeKit, EdgeKitOptions } from '../site/edge-kit.ts';
import type { EdgeStep } from '../site/edge-steps.ts';
import { asOwner, ownerOf } from '../site/owner.ts';
import { holdsOnlyPacked, packedFolders, placeFiles } from '../site/packed-files.ts';
import { documentRoot, whyPublic } from '../site/public-folder.ts';
import { scriptUrlAdvice } from '../site/script-url.ts';
import { readServers } from '../site/server-rules/server-rules.ts';
import { markSteps } from '../site/whose-data.ts';
import { probeAcars } from './acars-probe.ts';
import { type CoreConfig, readCoreConfig } from './core-config.ts';
import { edgeAdvice, scriptUrl, serverRules } from './edge-advice.ts';
import { edgeChecks } from './edge-checks.ts';
import { configFile, edgeFiles, edgeFolder, edgeSource, sampleFile } from './edge-files.ts';
import { addressFile, keyFile, keyReader, newKeyFile, readAddresses } from './edge-key.ts';
import { configOf } from './first-config.ts';
import { chooseStorage, type Storage } from './storage.ts';
import { readVaConfig } from './va-config.ts';
import { inWords } from './wrong-files.ts';

/** @throws CrewCenterError */
export async function openEdgeKit(folder: string, options: EdgeKitOptions): Promise<EdgeKit> {
  return inWords(async () => {
    const core = await readCoreConfig(folder);
    const acars = join(folder, edgeFolder);
    const va = await readVaConfig(join(acars, configFile));
    const storage = chooseStorage({ folder, siteUrl: core.siteUrl, given: options.data, configured: va.storagePath });
    const place = backupPlace(folder, core, storage, options.backup);
    const known = readAddresses(folder).find((address) => !address.startsWith('unix:')) ?? options.listen;
    const servers = (va.server === 'AUTO' ? null : readServers(va.server)) ?? [known];
    // Read with this process's rights: the site's owner may not be able to read this package.
    const ours = new Map(edgeFiles.map((name) => [name, readFileSync(join(edgeSource, name))]));
    const plan = (make: () => readonly EdgeStep[]) => async () => asOwner(ownerOf(folder), make);
    return {
      siteUrl: core.siteUrl,
      isInstalled: () => isThere(join(acars, 'bootstrap.php')),
      planInstall: plan(() => planInstall({ folder, acars, storage, place, ours })),
      planUninstall: plan(() => planUninstall(acars, storage)),
      planUndo: plan(() => (place === null ? [] : planUndo(place, folder))),
      checks: edgeChecks,
      probe: (siteUrl, ask) => probeAcars({ folder, siteUrl }, ask),
      inspectOwnCalls: async () => [],
      keys: keyReader(folder, new Secret(core.password)),
      statusPath: `/${edgeFolder}/status.php`,
      finishPath: `/${edgeFolder}/submit_log.php`,
      rules: serverRules(pathOf(core), servers, folder),
      advice: `${edgeAdvice}\n${scriptUrlAdvice(core.siteUrl, scriptUrl)}`,
      dataDirectory: storage.path,
      backupPlace: place,
    };
  });
}

const pathOf = ({ siteUrl }: CoreConfig) => new URL(siteUrl ?? 'http://localhost').pathname.replace(/(?<!\/)\/+$/, '');

/** Where `uninstall` keeps the owner's values for a later `install`. */
const keptConfig = (storage: Storage) => join(storage.path, configFile);

/** The private storage, else the folder that was named for it; null where there is none. @throws CrewCenterError */
function backupPlace(folder: string, { siteUrl }: CoreConfig, storage: Storage, named: string | null): string | null {
  if (named === null) return storage.mustBeDenied ? null : storage.path;
  const reason = whyPublic(named, documentRoot(folder, siteUrl));
  if (reason === null) return named;
  throw new CrewCenterError(`--backup is ${named}: ${reason}. Choose a folder that is not public.`);
}

interface Installing {
  readonly folder: string;
  readonly acars: string;
  readonly storage: Storage;
  readonly place: string | null;
  readonly ours: ReadonlyMap<string, Buffer>;
}

/** What stays: the owner's values, generated files of this site, a program that was uploaded, and Tracker's data. */
const placeFile = basename(placeFiles[5]);
const packedFolder = basename(packedFolders[5]);
const staying: ReadonlySet<string> = new Set([configFile, keyFile, addressFile, placeFile, 'storage', packedFolder]);

/** The whole folder becomes ours: everything else goes into a backup; the owner's values stay, or come back. */
function planInstall({ folder, acars, storage, place, ours }: Installing): readonly EdgeStep[] {
  const present = isThere(acars) ? readdirSync(acars) : [];
  const isFile = (name: string) => lstatSync(join(acars, name), { throwIfNoEntry: false })?.isFile() === true;
  const isSame = (name: string) =>
    isFile(name) && readFileSync(join(acars, name)).equals(ours.get(name) ?? Buffer.of());
  const isOurs = (name: string) => (edgeFiles as readonly string[]).includes(name);
  const moved: readonly Moved[] = present
    .filter((name) => !staying.has(name) && !(isOurs(name) && isSame(name)))
    .map((name) =>
      isOurs(name) && isFile(name)
        ? { path: join(acars, name), why: 'replaced', isReplaced: true }
        : { path: join(acars, name), why: 'not a part of Tracker, and public' },
    );
  if (moved.length > 0 && place === null) throw noPlace(acars, moved);
  const made = edgeFiles.filter((name) => !present.includes(name)).map((name) => join(acars, name));
  const config = join(acars, configFile);
  const kept = keptConfig(storage);
  const source = configOf(ours.get(sampleFile) ?? Buffer.of());
  return [
    ...(storage.mustBeDenied || isThere(storage.path) ? [] : [makeStep(storage.path)]),
    ...(storage.mustBeDenied ? [] : markSteps(storage.path, folder)),
    ...(place === null ? [] : planBackup({ place, folder, moved, made, now: new Date() })),
    ...edgeFiles.map((name) => writeStep(join(acars, name), ours.get(name) ?? Buffer.of(), isSame(name))),
    isThere(config)
      ? { kind: 'keep', path: config, why: 'your values' }
      : isThere(kept)
        ? { kind: 'move', path: kept, to: config, why: 'your values, kept from before' }
        : { kind: 'write', path: config, bytes: source, why: 'to be filled in' },
    keyStep(folder, join(acars, keyFile)),
  ];
}

const makeStep = (path: string): EdgeStep => ({ kind: 'make', path, why: 'for the data of the server' });

function writeStep(path: string, bytes: Buffer, isSame: boolean): EdgeStep {
  if (isSame) return { kind: 'keep', path, why: 'the same' };
  return { kind: 'write', path, bytes, why: isThere(path) ? 'replaces another version' : 'new' };
}

/** Readable by the users who can read the platform's own password. */
function keyStep(folder: string, path: string): EdgeStep {
  if (isThere(path)) return { kind: 'keep', path, why: 'the key of this site' };
  const { mode, gid } = statSync(join(folder, 'core/local.config.php'));
  return { kind: 'write', path, bytes: newKeyFile(), mode: mode & 0o644, gid, why: 'the key of this site' };
}

function noPlace(acars: string, moved: readonly Moved[]): CrewCenterError {
  const names = moved.map(({ path }) => path.slice(acars.length + 1)).join(', ');
  return new CrewCenterError(
    `In ${acars} lies what is no part of Tracker, or of another version, and has to be moved out of the public folder: ${names}. No private folder is known here; name one with --backup DIR.`,
  );
}

/**
 * Takes our files away; the folder too, when nothing else is in it, so that the platform's pages below /acars/ are found
 * again. While something stays there, so does the rule that denies it.
 */
function planUninstall(acars: string, storage: Storage): readonly EdgeStep[] {
  if (!isThere(acars)) return [];
  const present = readdirSync(acars);
  const isPacked = present.includes(packedFolder) && holdsOnlyPacked(readdirSync(join(acars, packedFolder)));
  const ours = [...edgeFiles, keyFile, addressFile, placeFile, ...(isPacked ? [packedFolder] : [])];
  const others = present.filter((name) => !ours.includes(name) && name !== configFile);
  const staysPublic = others.length > 0 || storage.mustBeDenied;
  const goes = present.filter((name) => ours.includes(name) && !(staysPublic && name === '.htaccess'));
  const steps: EdgeStep[] = goes.map((name) => ({ kind: 'remove', path: join(acars, name), why: 'ours' }));
  const config = join(acars, configFile);
  if (present.includes(configFile)) {
    steps.push(
      storage.mustBeDenied
        ? { kind: 'keep', path: config, why: 'your values' }
        : { kind: 'move', path: config, to: keptConfig(storage), why: 'your values, for a later install' },
    );
  }
  if (!staysPublic) return [...steps, { kind: 'remove', path: acars, why: 'empty' }];
  const rule = join(acars, '.htaccess');
  const keep = (name: string): EdgeStep => ({ kind: 'keep', path: join(acars, name), why: whyKept(name) });
  return [...steps, { kind: 'keep', path: rule, why: 'denies what stays here' }, ...others.map(keep)];
}

const whyKept = (name: string) => (name === 'storage' ? 'data of Tracker' : 'not ours');
