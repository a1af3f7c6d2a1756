import type { EdgeStep } from '../site/edge-steps.ts';

/** Steps that the site's own program does. */
export interface SitePrograms {
  /** Before anything is changed: a site that is broken already is said to be. */
  readonly siteRuns: EdgeStep;
  readonly clear: EdgeStep;
  readonly activate: readonly EdgeStep[];
  readonly disable: EdgeStep;
  readonly forget: EdgeStep;
}

/** @param program - the PHP of the command line; hosts have several */
export function sitePrograms(program: string): SitePrograms {
  const artisan = (why: string, ...args: readonly string[]): EdgeStep => {
    return { kind: 'run', path: `php artisan ${args.join(' ')}`, command: [program, 'artisan', ...args], why };
  };
  const onRows = (code: string, why: string): EdgeStep => {
    const command = [program, '-r', `${boot} ${code}`] as const;
    return { kind: 'run', path: 'php: the row of table modules', command, why };
  };
  const clear = artisan('the platform caches modules, their manifests and their routes', 'optimize:clear');
  return {
    clear,
    siteRuns: artisan('the site’s own program runs', '--version'),
    // `module:enable` dies on 7.0.0 to 7.0.8 without the row, and does nothing on beta.5; the row itself is what it makes. A module
    // that the administrator switched off stays off. Without `--force` a production site would only say "cancelled".
    activate: [
      clear,
      onRows(
        `if (!$rows->exists()) { $rows->insert(['name' => 'Tracker', 'enabled' => 1, 'created_at' => now(), 'updated_at' => now()]); }`,
        'as Activate in Admin → Addons',
      ),
      clear,
      artisan('tracker_config', 'module:migrate', 'Tracker', '--force'),
    ],
    disable: onRows(`$rows->update(['enabled' => 0]);`, 'switched off first'),
    forget: onRows('$rows->delete();', 'no longer listed'),
  };
}

const boot = `require 'vendor/autoload.php'; $app = require 'bootstrap/app.php';
    $app->make(Illuminate\\Contracts\\Console\\Kernel::class)->bootstrap();
    $rows = Illuminate\\Support\\Facades\\DB::table('modules')->where('name', 'Tracker');`;
