import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that a suite needs, and the Debian packages that bring it. */
export interface Part {
  readonly name: string;
  readonly programs: readonly string[];
  readonly packages: readonly string[];
}

export const mariadbPart: Part = {
  name: 'MariaDB',
  programs: ['mariadbd', 'mariadb-install-db'],
  packages: ['mariadb-server-core', 'mariadb-client-core'],
};

export const apachePart: Part = { name: 'Apache', programs: ['apache2'], packages: ['apache2-bin'] };

export const nginxPart: Part = { name: 'nginx', programs: ['nginx'], packages: ['nginx-light'] };

export const phpPart: Part = { name: 'PHP', programs: ['php'], packages: ['php-cli', 'php-mysql'] };

export const chromiumPart: Part = { name: 'Chromium', programs: ['chromium'], packages: ['chromium'] };

/**
 * The paths of the part's programs, in their order. What is missing is installed when we are root on a Debian
 * (and said so on standard error); else it throws with the one line that would install it.
 */
export function findPart(part: Part): readonly string[] {
  const found = locate(part);
  if (found !== null) return found;
  const line = `apt-get install -y --no-install-recommends ${part.packages.join(' ')}`;
  if (process.getuid?.() !== 0 || findProgram('apt-get') === null) {
    throw new Error(`${part.name} is needed here and not installed. This installs it: sudo ${line}`);
  }
  process.stderr.write(`${part.name} is needed here and not installed; installing it: ${line}\n`);
  install(part);
  const installed = locate(part);
  if (installed === null) throw new Error(`${part.name} could not be installed. This should do it: ${line}`);
  return installed;
}

function locate(part: Part): readonly string[] | null {
  const paths = part.programs.map(findProgram);
  return paths.every((path) => path !== null) ? paths : null;
}

/** The path of a program, also where servers lie (`/usr/sbin`), or null. */
export function findProgram(name: string): string | null {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];
  return directories.map((directory) => join(directory, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function install(part: Part): void {
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as const,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const packages = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', ...part.packages];
  if (spawnSync('apt-get', packages, { ...options, stdio: [...options.stdio] }).status === 0) return;
  spawnSync('apt-get', ['update'], { ...options, stdio: [...options.stdio] });
  spawnSync('apt-get', packages, { ...options, stdio: [...options.stdio] });
}
