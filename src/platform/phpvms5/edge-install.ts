import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EdgeKit } from '../edge-kit.ts';
import type { EdgeStep } from '../edge-steps.ts';
import { readCoreConfig } from './core-config.ts';
import { edgeAdvice } from './edge-advice.ts';
import { edgeChecks } from './edge-checks.ts';
import { edgeFiles, edgeFolder, edgeSource } from './edge-files.ts';
import { chooseStorage } from './storage.ts';
import { readVaConfig } from './va-config.ts';
import { inWords } from './wrong-files.ts';

/** @throws CrewCenterError */
export async function openEdgeKit(folder: string): Promise<EdgeKit> {
  return inWords(async () => {
    const core = await readCoreConfig(folder);
    const acars = join(folder, edgeFolder);
    const va = await readVaConfig(join(acars, 'va_config.php'));
    const storage = () => chooseStorage({ folder, siteUrl: core.siteUrl, given: null, configured: va.storagePath });
    return {
      siteUrl: core.siteUrl,
      planInstall: async () => planInstall(acars, keptConfig(storage().path)),
      planUninstall: async () => planUninstall(acars, keptConfig(storage().path), storage().mustBeDenied),
      checks: edgeChecks,
      advice: edgeAdvice(new URL(core.siteUrl ?? 'http://localhost').pathname.replace(/\/+$/, ''), va.server),
    };
  });
}

/** Where `uninstall` keeps the owner's values for a later `install`. */
const keptConfig = (storage: string) => join(storage, 'va_config.php');

const configName = 'va_config.php';

/** The files, the owner's values kept or brought back, and what older versions left. */
function planInstall(acars: string, kept: string): readonly EdgeStep[] {
  const config = join(acars, configName);
  const source = (name: string) => readFileSync(join(edgeSource, name));
  return [
    ...obsolete(acars),
    ...edgeFiles.map((name) => writeStep(join(acars, name), source(name))),
    existsSync(config)
      ? { kind: 'keep', path: config, why: 'your values' }
      : existsSync(kept)
        ? { kind: 'move', path: kept, to: config, why: 'your values, kept from before' }
        : { kind: 'write', path: config, bytes: source(configName), why: 'to be filled in' },
  ];
}

function writeStep(path: string, bytes: Buffer): EdgeStep {
  if (!existsSync(path)) return { kind: 'write', path, bytes, why: 'new' };
  const isSame = readFileSync(path).equals(bytes);
  return isSame
    ? { kind: 'keep', path, why: 'the same' }
    : { kind: 'write', path, bytes, why: 'replaces another version' };
}

const obsoleteFolders = ['sessions', 'reports', 'logs', 'cache'];
const obsoleteFiles =
  /^cleanup_live\.php$|(?:^|[_-])(?:debug|diagnostics?|test)\.php$|^(?:debug|diagnostic|test)[\w-]*\.php$|\.(?:json|log|ini|env|sql|bak|old|orig|zip|tar|gz|tgz)$/i;

/** Runtime files of older versions, and scripts that must not lie in a public folder. Anything else is left alone. */
function obsolete(acars: string): readonly EdgeStep[] {
  if (!existsSync(acars)) return [];
  return readdirSync(acars).flatMap((name): EdgeStep[] => {
    const path = join(acars, name);
    const isFolder = statSync(path).isDirectory();
    if (isFolder ? !obsoleteFolders.includes(name) : !obsoleteFiles.test(name)) return [];
    return [
      { kind: 'remove', path, why: isFolder ? 'runtime files of an older version' : 'must not be in a public folder' },
    ];
  });
}

/** Takes our files away; the folder too, when nothing else is in it, so that the platform's pages below /acars/ are found again. */
function planUninstall(acars: string, kept: string, storageIsInside: boolean): readonly EdgeStep[] {
  if (!existsSync(acars)) return [];
  const ours = edgeFiles.map((name) => join(acars, name)).filter((path) => existsSync(path));
  const config = join(acars, configName);
  const steps: EdgeStep[] = ours.map((path) => ({ kind: 'remove', path, why: 'ours' }));
  if (existsSync(config)) {
    steps.push(
      storageIsInside
        ? { kind: 'keep', path: config, why: 'your values' }
        : { kind: 'move', path: config, to: kept, why: 'your values, for a later install' },
    );
  }
  const known = new Set([...ours, config]);
  const others = readdirSync(acars)
    .map((name) => join(acars, name))
    .filter((path) => !known.has(path));
  if (others.length === 0 && !storageIsInside) steps.push({ kind: 'remove', path: acars, why: 'empty' });
  else steps.push(...others.map((path): EdgeStep => ({ kind: 'keep', path, why: 'not ours' })));
  return steps;
}
