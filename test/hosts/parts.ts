import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  checkCaddy,
  checkChromium,
  checkGalera,
  checkMariadb,
  checkModPhp,
  checkPhp,
  checkRuns,
  checkSaysVersion,
  type PartCheck,
} from './part-checks.ts';

/** A program that a suite needs, and the Debian packages that bring it. */
export interface Part {
  readonly name: string;
  readonly programs: readonly string[];
  readonly packages: readonly string[];
  /** Programs that do as well where they are there already, and those above are not. */
  readonly otherwise?: readonly string[];
  /** Whether it has all that suites use: a program alone may lack its extensions, or not start. */
  readonly check: PartCheck;
}

export const mariadbPart: Part = {
  name: 'MariaDB',
  programs: ['mariadbd', 'mariadb-install-db'],
  packages: ['mariadb-server-core', 'mariadb-client-core'],
  check: checkMariadb,
};

/** MariaDB as nodes of a cluster: the library between them, and what a node starts to give another all its data. */
export const galeraPart: Part = {
  name: 'MariaDB with Galera',
  programs: ['mariadbd', 'mariadb-install-db', 'wsrep_sst_rsync', 'rsync'],
  packages: ['mariadb-server', 'galera-4', 'rsync'],
  check: checkGalera,
};

export const apachePart: Part = { name: 'Apache', programs: ['apache2'], packages: ['apache2-bin'], check: checkRuns };

/** Apache with PHP inside it. Debian names the package of the version that it has. */
export const modPhpPart: Part = {
  name: 'Apache with mod_php',
  programs: ['apache2'],
  packages: ['apache2-bin', 'libapache2-mod-php'],
  check: checkModPhp,
};

export const caddyPart: Part = { name: 'Caddy', programs: ['caddy'], packages: ['caddy'], check: checkCaddy };

export const nginxPart: Part = { name: 'nginx', programs: ['nginx'], packages: ['nginx-light'], check: checkRuns };

export const phpPart: Part = { name: 'PHP', programs: ['php'], packages: ['php-cli', 'php-mysql'], check: checkPhp };

/** Without the browser's own windows, menus and services, which no suite looks at: two thirds of the processor's time. */
export const chromiumPart: Part = {
  name: 'Chromium',
  programs: ['chromium-headless-shell'],
  // The pages measure their own font against it, as a visitor's system has it or one like it.
  packages: ['chromium-headless-shell', 'fonts-liberation'],
  otherwise: ['chromium'],
  check: checkChromium,
};

export const minisignPart: Part = {
  name: 'minisign',
  programs: ['minisign'],
  packages: ['minisign'],
  check: checkRuns,
};

export const lintianPart: Part = {
  name: 'lintian',
  programs: ['lintian'],
  packages: ['lintian'],
  check: checkSaysVersion,
};

/** What boots a Debian of its own in a container. */
export const machinePart: Part = {
  name: 'systemd-nspawn',
  programs: ['systemd-nspawn', 'debootstrap', 'nsenter'],
  packages: ['systemd-container', 'debootstrap', 'util-linux'],
  check: () => null,
};

export const prometheusPart: Part = {
  name: 'Prometheus',
  programs: ['promtool'],
  packages: ['prometheus'],
  check: checkSaysVersion,
};

export const podmanPart: Part = {
  name: 'podman',
  programs: ['podman', 'crun', 'podman-compose'],
  packages: ['podman', 'crun', 'uidmap', 'podman-compose'],
  check: checkRuns,
};

/** Runs programs of arm64, called by name. */
export const qemuPart: Part = {
  name: 'qemu-user-static',
  programs: ['qemu-aarch64-static'],
  packages: ['qemu-user-static'],
  check: checkSaysVersion,
};

export const firefoxPart: Part = {
  name: 'Firefox',
  programs: ['firefox-esr'],
  packages: ['firefox-esr'],
  check: checkRuns,
};

/** What was found in this process: a check may start a server. */
const found = new Map<string, readonly string[]>();

/**
 * The paths of the part's programs, in their order. What is missing is installed when we are root on a Debian
 * (and said so on standard error); else it throws with the one line that would install it.
 */
export function findPart(part: Part): readonly string[] {
  const paths = found.get(part.name) ?? locateOrInstall(part);
  found.set(part.name, paths);
  return paths;
}

function locateOrInstall(part: Part): readonly string[] {
  const first = locate(part);
  if ('paths' in first) return first.paths;
  const line = `apt-get install -y --no-install-recommends ${part.packages.join(' ')}`;
  const needed = `${part.name} is needed here, and ${first.problem}`;
  if (process.getuid?.() !== 0 || findProgram('apt-get') === null)
    throw new Error(`${needed}. This installs it: sudo ${line}`);
  process.stderr.write(`${needed}; installing it: ${line}\n`);
  install(part);
  const second = locate(part);
  if ('problem' in second)
    throw new Error(`${part.name} could not be installed: ${second.problem}. This should do it: ${line}`);
  return second.paths;
}

/** The paths of the part's programs, or of those that do as well; null where neither are. They are not checked. */
export function findUnchecked({ programs, otherwise }: Part): readonly string[] | null {
  const every = [programs, ...(otherwise === undefined ? [] : [otherwise])].map((names) => names.map(findProgram));
  return every.find((paths) => paths.every((path) => path !== null)) ?? null;
}

type Located = { readonly paths: readonly string[] } | { readonly problem: string };

function locate({ programs, otherwise, check }: Part): Located {
  const first = locateAll(programs, check);
  if ('paths' in first || otherwise === undefined) return first;
  const second = locateAll(otherwise, check);
  return 'paths' in second ? second : first;
}

function locateAll(programs: readonly string[], check: PartCheck): Located {
  const paths = programs.map(findProgram);
  const missing = programs.filter((_, index) => paths[index] === null);
  if (missing.length > 0)
    return { problem: `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not installed` };
  const located = paths.filter((path) => path !== null);
  const problem = check(located);
  return problem === null ? { paths: located } : { problem };
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

/** One at a time, also beside another process that installs another part: apt waits for one of its two locks only. */
function install(part: Part): void {
  const run = (...args: string[]) =>
    spawnSync('flock', [join(tmpdir(), 'tracker-install.lock'), 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const packages = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', ...part.packages];
  if (run(...packages)) return;
  run('update');
  run(...packages);
}
