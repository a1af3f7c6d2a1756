import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EdgeKit } from '../edge-kit.ts';
import type { EdgeStep } from '../edge-steps.ts';
import { edgeAdvice, edgeChecks } from './edge-checks.ts';
import { moduleFiles, moduleFolder } from './module-files.ts';
import { readServerAddress } from './server-address.ts';
import { readSiteConfig } from './site-config.ts';

/** @throws CrewCenterError */
export async function openEdgeKit(folder: string): Promise<EdgeKit> {
  const site = await readSiteConfig(folder);
  const { siteUrl } = site;
  return {
    siteUrl,
    planInstall: async () => [...planModule(folder), ...activate, ...(await planOldScripts(folder, siteUrl))],
    planUninstall: async () => planUninstall(folder),
    checks: edgeChecks,
    advice: edgeAdvice(new URL(siteUrl).pathname.replace(/\/+$/, ''), await readServerAddress(site)),
  };
}

/**
 * The folder is made beside and put in place by one rename: every `module.json` below `modules/` is read at any moment,
 * a second copy there would take the first one's place, and half a folder breaks every page of the site.
 */
function planModule(folder: string): readonly EdgeStep[] {
  const target = join(folder, moduleFolder);
  const files = moduleFiles();
  const isSame = (path: string, bytes: Buffer) =>
    existsSync(join(target, path)) && readFileSync(join(target, path)).equals(bytes);
  if (files.every(({ path, bytes }) => isSame(path, bytes))) return [{ kind: 'keep', path: target, why: 'the same' }];
  const staged = join(folder, 'storage/app/tracker-module-new');
  const before = join(folder, 'storage/app/tracker-module-before');
  const isThere = existsSync(target);
  return [
    ...[staged, before]
      .filter((path) => existsSync(path))
      .map((path) => remove(path, 'left by an install that broke off')),
    ...files.map(({ path, bytes }): EdgeStep => ({ kind: 'write', path: join(staged, path), bytes, why: 'new' })),
    ...(isThere ? [{ kind: 'move', path: target, to: before, why: 'the module as it was' } as const] : []),
    { kind: 'move', path: staged, to: target, why: 'in one piece' },
    ...(isThere ? [remove(before, 'the module as it was')] : []),
  ];
}

const remove = (path: string, why: string): EdgeStep => ({ kind: 'remove', path, why });

function php(said: string, code: string, why: string): EdgeStep {
  const boot = `require 'vendor/autoload.php'; $app = require 'bootstrap/app.php';
    $app->make(Illuminate\\Contracts\\Console\\Kernel::class)->bootstrap();
    $rows = Illuminate\\Support\\Facades\\DB::table('modules')->where('name', 'Tracker');`;
  return { kind: 'run', path: said, command: ['php', '-r', `${boot} ${code}`], why };
}

function artisan(why: string, ...args: readonly string[]): EdgeStep {
  return { kind: 'run', path: `php artisan ${args.join(' ')}`, command: ['php', 'artisan', ...args], why };
}

const clear = artisan('the platform caches modules, their manifests and their routes', 'optimize:clear');

/**
 * `module:enable` dies on 7.0.0 to 7.0.8 without the row, and does nothing on beta.5; the row itself is what it makes. A
 * module that the administrator switched off stays off. Without `--force` a production site would only say "cancelled".
 */
const activate: readonly EdgeStep[] = [
  clear,
  php(
    'php: the row of table modules',
    `if (!$rows->exists()) { $rows->insert(['name' => 'Tracker', 'enabled' => 1, 'created_at' => now(), 'updated_at' => now()]); }`,
    'as Activate in Admin → Addons',
  ),
  clear,
  artisan('tracker_config', 'module:migrate', 'Tracker', '--force'),
];

/** What belonged to a version 5, or to an older module, in the web root: it goes once the module answers. */
async function planOldScripts(folder: string, siteUrl: string): Promise<readonly EdgeStep[]> {
  const places = [join(folder, 'public', 'acars'), join(folder, 'acars')].filter((path) => existsSync(path));
  const found = places.flatMap((path) =>
    readdirSync(path)
      .filter(isOld)
      .map((name) => join(path, name)),
  );
  if (found.length === 0) return [];
  const answers = await moduleAnswers(siteUrl);
  return found.map((path) =>
    answers
      ? remove(path, 'must not be in a public folder beside a version 7')
      : { kind: 'keep', path, why: 'old and public: run this again when the module answers, and it goes' },
  );
}

function isOld(name: string): boolean {
  return /\.php$|^(?:sessions|reports|logs|cache)$|\.(?:json|log|ini|env|sql|bak|zip|tar|gz)$/i.test(name);
}

async function moduleAnswers(siteUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${siteUrl}/api/tracker/status`, { signal: AbortSignal.timeout(10_000) });
    return ((await response.json()) as { mode?: unknown }).mode === 'native_module';
  } catch {
    return false;
  }
}

/** Disabled before it is deleted: an enabled module without its folder takes the whole site down. */
function planUninstall(folder: string): readonly EdgeStep[] {
  const target = join(folder, moduleFolder);
  if (!existsSync(target)) return [];
  return [
    php('php: the row of table modules', `$rows->update(['enabled' => 0]);`, 'switched off first'),
    clear,
    remove(target, 'ours'),
    php('php: the row of table modules', '$rows->delete();', 'no longer listed'),
    clear,
    { kind: 'keep', path: 'table tracker_config', why: 'your settings, for a later install' },
  ];
}
