import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { isThere } from '../../../lib/is-there.ts';
import { type ModuleEventName, moduleEventNames } from './event-log.ts';

/** The checked content of `module.json`. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly events: readonly ModuleEventName[];
  readonly directory: string;
  /** Absolute path of the file that exports `listeners`. */
  readonly main: string;
  /** SQL of its migrations, in the order of their file names. */
  readonly migrations: readonly { readonly name: string; readonly sql: string }[];
}

/** Thrown when `module.json` cannot be used. The message says what to correct. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

const moduleName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const migrationName = /^\d{4}-[a-z0-9-]+\.sql$/;

/** Returns the names of the folders in `modules` that have a `module.json`. */
export function findModules(folder: string): readonly string[] {
  if (!isThere(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && moduleName.test(entry.name))
    .map((entry) => entry.name);
  return names.filter((name) => isThere(join(folder, name, 'module.json'))).sort();
}

/** @throws ManifestError */
export function readManifest(folder: string, name: string): Manifest {
  const directory = join(folder, name);
  const file = join(directory, 'module.json');
  if (!moduleName.test(name) || !isThere(file))
    throw new ManifestError(
      `There is no module ${name}: ${join(folder, name)} has no module.json. Put its folder there, or check the name.`,
    );
  const json = readJson(file);
  if (json.name !== name) throw new ManifestError(`${file}: "name" must be "${name}", the name of the folder.`);
  const main = resolve(directory, textOf(json.main, 'main', file));
  if (!main.startsWith(directory + sep) || !/\.m?[jt]s$/.test(main) || !isThere(main))
    throw new ManifestError(`${file}: "main" must name a .js, .mjs or .ts file of the module.`);
  return {
    name,
    version: textOf(json.version, 'version', file),
    description: typeof json.description === 'string' ? json.description : '',
    events: eventsOf(json.events, file),
    directory,
    main,
    migrations: readMigrations(join(directory, 'migrations')),
  };
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ManifestError(`${file} must contain a JSON object.`);
}

function textOf(value: unknown, field: string, file: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ManifestError(`${file}: "${field}" must be text.`);
}

function eventsOf(value: unknown, file: string): readonly ModuleEventName[] {
  const names = Array.isArray(value) ? value : [];
  const known = moduleEventNames.filter((name) => names.includes(name));
  if (known.length > 0 && known.length === names.length) return known;
  throw new ManifestError(`${file}: "events" must be a list of some of ${moduleEventNames.join(', ')}.`);
}

function readMigrations(folder: string): Manifest['migrations'] {
  if (!isThere(folder)) return [];
  const names = readdirSync(folder).sort();
  const wrong = names.find((name) => !migrationName.test(name));
  if (wrong !== undefined)
    throw new ManifestError(`${join(folder, wrong)}: rename the migration to a name such as 0001-first-tables.sql.`);
  return names.map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));
}
