import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What hinders a part whose programs are there, as the end of a sentence; null when suites can use it. */
export type PartCheck = (programs: readonly string[]) => string | null;

/** What our stand-ins of hosts and the folders that we install use of PHP, beyond its core. */
const phpExtensions = ['mysqli', 'pdo_mysql', 'session', 'tokenizer', 'json'];

export const checkPhp: PartCheck = ([php = 'php']) => {
  const run = spawnSync(php, ['-m'], { encoding: 'utf8', timeout: 30_000 });
  const loaded = new Set(run.stdout?.toLowerCase().split(/\s+/));
  const missing = phpExtensions.filter((name) => !loaded.has(name));
  if (run.status !== 0) return `${php} does not run`;
  return missing.length === 0 ? null : `${php} lacks ${missing.join(', ')}`;
};

/** Makes its program start once, without the tables of a server: missing libraries and message files show. */
export const checkMariadb: PartCheck = ([daemon = 'mariadbd']) => {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-mariadb-check-'));
  try {
    const options = ['--bootstrap', '--skip-grant-tables', '--innodb=OFF', '--default-storage-engine=Aria'];
    const user = process.getuid?.() === 0 ? ['--user=root'] : [];
    const args = ['--no-defaults', ...options, `--datadir=${directory}`, ...user];
    const run = spawnSync(daemon, args, { input: 'SELECT 1;\n', encoding: 'utf8', timeout: 60_000 });
    return run.status === 0 ? null : `${daemon} does not start`;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Where distributions put the library of the cluster. */
export function galeraProvider(): string | null {
  const places = ['/usr/lib/galera', '/usr/lib64/galera-4', '/usr/lib64/galera', '/usr/lib/galera-4'];
  return places.map((place) => join(place, 'libgalera_smm.so')).find((path) => existsSync(path)) ?? null;
}

export const checkGalera: PartCheck = (programs) =>
  galeraProvider() === null ? 'the library of Galera is not installed' : checkMariadb(programs);

/** Opens a page: what only sends its user to another shop, or lacks a library, does not. */
export const checkChromium: PartCheck = ([chromium = 'chromium']) => {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'data:text/html,<p>opened</p>'];
  const run = spawnSync(chromium, args, { encoding: 'utf8', timeout: 60_000 });
  return run.stdout?.includes('<p>opened</p>') === true ? null : `${chromium} opens no page`;
};

/** Headers and the linker come in packages of their own. */
export const checkCompiler: PartCheck = ([compiler = 'cc']) => {
  const args = ['-shared', '-fPIC', '-x', 'c', '-o', '/dev/null', '-', '-ldl'];
  const run = spawnSync(compiler, args, { input: '#include <dlfcn.h>\n', encoding: 'utf8', timeout: 60_000 });
  return run.status === 0 ? null : `${compiler} compiles nothing`;
};

export const checkCaddy: PartCheck = ([program = '']) =>
  spawnSync(program, ['version'], { timeout: 30_000 }).status === 0 ? null : `${program} does not run`;

const apacheModules = '/usr/lib/apache2/modules';

/** Debian names the module by PHP's version. */
export function findModPhp(): string | null {
  const found = existsSync(apacheModules)
    ? readdirSync(apacheModules).find((name) => /^libphp.*\.so$/.test(name))
    : null;
  return found == null ? null : join(apacheModules, found);
}

export const checkModPhp: PartCheck = () => (findModPhp() === null ? 'Apache has no module of PHP' : null);

/** For a program that needs nothing beside itself: it prints its version. */
const printsVersion =
  (option: string): PartCheck =>
  ([program = '']) =>
    spawnSync(program, [option], { timeout: 30_000 }).status === 0 ? null : `${program} does not run`;
export const checkRuns = printsVersion('-v');
export const checkSaysVersion = printsVersion('--version');
