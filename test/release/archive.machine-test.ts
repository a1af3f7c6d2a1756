import { buildEarlier, earlier, oneFile } from './earlier-builds.ts';
import { Life, release } from './life.ts';
import { backupOf, begin, goBack, live, ownService, remove, upgrade, type Version } from './own-service.ts';

/** The whole life of the archive, with the user and the service of the pages. */
const life = new Life({ name: 'archive', ...ownService }, (machine) => {
  machine.put(oneFile(buildEarlier(earlier.second), 'va-tracker-*-linux-x64.tar.gz'), '/opt/tracker-before.tar.gz');
  machine.put(oneFile(release, 'va-tracker-*-linux-x64.tar.gz'), '/opt/tracker-now.tar.gz');
});
const unpack = (folder: string): string =>
  `mkdir -p ${folder} && tar -xzf ${folder}.tar.gz --strip-components=1 -C ${folder} && ln -sfn ${folder}/tracker /usr/local/bin/tracker`;
const former: Version = { name: earlier.second, install: unpack('/opt/tracker-before') };
const now: Version = { name: 'this version', install: unpack('/opt/tracker-now') };

begin(life, former);
upgrade(life, former.name, now);
live(life);
life.step('flies as a user who may write nowhere near it', () => {
  const output = life.machine.succeed(
    'cd /tmp && setpriv --reuid=nobody --regid=nogroup --clear-groups tracker demo --once --speed max --listen 127.0.0.1:0',
  );
  return /^.*PIREP.*$/m.exec(output)?.[0]?.trim();
});
goBack(life, former, `runuser -u tracker -- tracker restore ${backupOf(former.name)} --data /var/lib/tracker`);
upgrade(life, former.name, now);
remove(life, 'rm -r /opt/tracker-now /opt/tracker-before /usr/local/bin/tracker');
