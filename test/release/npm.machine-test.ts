import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from '../hosts/parts.ts';
import { buildEarlier, earlier, oneFile } from './earlier-builds.ts';
import { Life, release, root } from './life.ts';
import { backupOf, begin, goBack, live, ownService, remove, upgrade, type Version } from './own-service.ts';

/** The whole life of the npm package, from the first state on. The machine has no network: what npm fetches is fetched before. */
const files = new Map([
  [earlier.first, oneFile(buildEarlier(earlier.first), 'va-tracker-[0-9]*.tgz')],
  [earlier.second, oneFile(buildEarlier(earlier.second), 'va-tracker-[0-9]*.tgz')],
  ['now', oneFile(release, 'va-tracker-[0-9]*.tgz')],
]);
const install = (name: string): string =>
  `npm install --global --offline --cache /root/npm-cache --no-audit --no-fund --silent /root/${name}.tgz`;
const first: Version = { name: earlier.first, install: install(earlier.first) };
const second: Version = { name: earlier.second, install: install(earlier.second) };
const now: Version = { name: 'this version', install: install('now') };
const life = new Life({ name: 'npm', ...ownService }, (machine) => {
  const cache = join(root, '.cache/release-test/npm');
  const npm = npmOnPath();
  for (const [name, file] of files) {
    const prefix = mkdtempSync(join(tmpdir(), 'tracker-npm-'));
    const options = ['--prefix', prefix, '--cache', cache, '--no-audit', '--no-fund', '--silent'];
    execFileSync(npm.program, ['install', '--global', ...options, file], { stdio: ['ignore', 'ignore', 'inherit'] });
    rmSync(prefix, { recursive: true });
    machine.put(file, `/root/${name}.tgz`);
  }
  machine.put(cache, '/root/npm-cache');
  machine.put(npm.node, '/usr/local/bin/node');
  machine.put(npm.folder, '/usr/local/lib/node_modules/npm');
  machine.succeed('ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm');
  machine.succeed('chown -R root: /root/npm-cache && npm --version');
});

begin(life, first);
upgrade(life, first.name, now);
live(life);
// As its page said: the copies in the place of the originals, without the files beside them.
const d = '/var/lib/tracker';
goBack(life, first, `rm -f ${d}/*.sqlite ${d}/*.sqlite-* && cp -p ${backupOf(first.name)}/*.sqlite ${d}/`);
upgrade(life, first.name, second);
upgrade(life, second.name, now);
goBack(life, second, `runuser -u tracker -- tracker restore ${backupOf(second.name)} --data ${d}`);
upgrade(life, second.name, now);
remove(life, 'npm uninstall --global --silent va-tracker');

/** The npm of this machine, and the Node that it has, as a stranger installs them. */
function npmOnPath(): { readonly program: string; readonly node: string; readonly folder: string } {
  const program = findProgram('npm');
  if (program === null) throw new Error('There is no npm.');
  return {
    program,
    node: realpathSync(join(dirname(program), 'node')),
    folder: dirname(dirname(realpathSync(program))),
  };
}
