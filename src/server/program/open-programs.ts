import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import { webhooksFileName } from '../../webhooks/store/open.ts';
import { backUp } from '../backups/backup.ts';
import { stamp } from '../backups/data-files.ts';
import type { CrewCenter } from '../crew-center.ts';
import type { Damage } from '../damage/damage.ts';
import { dataFormats } from '../data-formats.ts';
import { knownKeys } from '../releases/find-release.ts';
import { ProgramPlace, placeOf } from './program-place.ts';
import { Programs } from './programs.ts';

interface Opening {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly damage: Damage;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly crewCenter: CrewCenter;
}

/** The updates of this program, where it was set up through the folder of a site. */
export function openPrograms({ config, dataDirectory, damage, journal, clock, crewCenter }: Opening): Programs {
  const path = placeOf(resolve(dataDirectory));
  return new Programs({
    place: path === null ? null : new ProgramPlace(path),
    dataDirectory,
    site: config.crewCenter.kind === 'folder' ? config.crewCenter.path : null,
    keys: knownKeys(config.releaseKey),
    formats: dataFormats,
    clock,
    async copyData() {
      const folder = join(dataDirectory, `before-upgrade-${stamp(new Date(clock.now()))}`);
      const databases = [webhooksFileName, ...crewCenter.databases()];
      await backUp({ dataDirectory, journal, databases, damage }, folder);
      return folder;
    },
    saveAudit: (actor, action, subject, detail) =>
      journal.saveAudit({ at: clock.now(), actor, action, subject, detail }),
  });
}
