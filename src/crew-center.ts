import { join } from 'node:path';
import { backup } from 'node:sqlite';
import type { Config } from './config.ts';
import type { Contract } from './contracts/contract.ts';
import { native } from './contracts/native/native.ts';
import type { Clock } from './lib/clock.ts';
import type { Logger } from './log.ts';
import { type Embedded, embeddedFileName, openEmbedded } from './platform/embedded/embedded.ts';
import type { Platform } from './platform/port.ts';

/** The crew center that is served: chosen once, here. */
export interface CrewCenter {
  /** In a word, for the log. */
  readonly name: string;
  readonly platform: Platform;
  /** Which family of clients it speaks to. */
  readonly contract: Contract;
  /** Its own database, where it is ours. */
  readonly embedded: Embedded | null;
  /** Copies what is ours of it into this folder; the files made. */
  backup(folder: string): Promise<readonly string[]>;
}

export interface CrewCenterNeeds {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export async function openCrewCenter({ dataDirectory, clock, log }: CrewCenterNeeds): Promise<CrewCenter> {
  const embedded = await openEmbedded({ file: join(dataDirectory, embeddedFileName), clock, logger: log });
  return {
    name: 'embedded',
    platform: embedded.platform,
    contract: native,
    embedded,
    async backup(folder) {
      const file = join(folder, embeddedFileName);
      await backup(embedded.crewCenter.database, file);
      return [file];
    },
  };
}
