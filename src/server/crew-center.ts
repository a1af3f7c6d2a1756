import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Contract } from '../contracts/contract.ts';
import { legacy } from '../contracts/legacy/legacy.ts';
import { native } from '../contracts/native/native.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { InspectApi, OpenedEdge, PilotEraser } from '../platform/crew-center.ts';
import { adminPages } from '../platform/embedded/admin/pages.ts';
import { Booking } from '../platform/embedded/desk/offer.ts';
import { type Embedded, embeddedFileName, modulesFolderName, openEmbedded } from '../platform/embedded/embedded.ts';
import { fiveFileName, openEmbeddedFive } from '../platform/embedded/five/five.ts';
import { fiveEraser } from '../platform/embedded/five/pilot-erasure.ts';
import { HomePage } from '../platform/embedded/home-page.ts';
import { Join } from '../platform/embedded/join/join.ts';
import { Logbook } from '../platform/embedded/logbook.ts';
import { findModuleDatabases } from '../platform/embedded/modules/module-data.ts';
import { embeddedEraser } from '../platform/embedded/pilot-erasure.ts';
import { PilotKeys } from '../platform/embedded/pilot-keys.ts';
import { openCrewCenter as openFolder } from '../platform/open.ts';
import type { AddedPages } from '../platform/pages.ts';
import type { Platform } from '../platform/port.ts';
import { refusingDamage } from './damage/refusing.ts';
import { furtherContracts, otherPrograms } from './further-contracts.ts';

/** The crew center that is served, and its contracts; chosen once, at start. */
export interface CrewCenter {
  /** Name for the log: `embedded`, or the folder. */
  readonly name: string;
  readonly platform: Platform;
  /** The variant's own contract comes first. */
  readonly contracts: readonly [Contract, ...Contract[]];
  /** Returns whether the crew center currently requires HTTPS; null where the server's setting decides. */
  requireHttps(): boolean | null;
  /** Name of the setting that requires HTTPS. */
  readonly requireHttpsSetting: string;
  /** The folder inside it that forwards requests to this server; null where there is none. */
  readonly edge: Edge | null;
  /** Null where this server calls no API of the crew center's. */
  readonly inspectApi: InspectApi | null;
  /** Its own operator pages; null where the host has them. */
  readonly pages: AddedPages | null;
  /** Registration and passwords of its pilots; null where the host has them. */
  readonly join: Join | null;
  /** What its first page says, and what its pilots are offered where they book; null where the host has its own pages. */
  readonly home: HomePage | null;
  readonly booking: Booking | null;
  /** The API keys of its pilots; null where the host keeps them. */
  readonly keys: PilotKeys | null;
  /** The logbooks of its pilots; null where the host has them. */
  readonly logbook: Logbook | null;
  /** Its database, if it is the embedded one. */
  readonly embedded: Embedded | null;
  /** What erases pilots in it; null where it is not part of this server. */
  readonly eraser: PilotEraser | null;
  /** Returns its current databases by their paths below the data directory, in the order to copy them. */
  databases(): readonly string[];
}

export type Edge = OpenedEdge;

export interface CrewCenterNeeds {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** bcrypt cost of new passwords in the embedded crew center. */
  readonly passwordCost?: number | undefined;
  /** Takes ownership of the data directory; called before anything in it is opened. */
  claim(dataDirectory: string): Promise<void>;
  /** Hears what SQLite says of a database of the crew center that is damaged. */
  onDamage(file: string, what: string): void;
}

/** @throws CrewCenterError when the folder is not a crew center, or its configuration cannot be used */
export async function openCrewCenter(needs: CrewCenterNeeds): Promise<CrewCenter> {
  const { crewCenter } = needs.config;
  if (crewCenter.kind === 'folder') return openHost(needs, crewCenter.path);
  return crewCenter.version === '7' ? openOwn(needs) : openOwnFive(needs);
}

async function openOwn({ config, clock, log, claim, onDamage, passwordCost }: CrewCenterNeeds): Promise<CrewCenter> {
  const { path } = config.dataDirectory;
  await claim(path);
  const embedded = await openEmbedded({
    file: join(path, embeddedFileName),
    modulesFolder: join(path, modulesFolderName),
    holdUpdate: config.update === 'by-operator',
    clock,
    logger: log,
    onDamage: (what) => onDamage(embeddedFileName, what),
    ...(passwordCost === undefined ? {} : { passwordCost }),
  });
  return {
    name: 'embedded',
    platform: embedded.platform,
    contracts: [native, ...furtherContracts(config.contracts, { version: 7, isEmbedded: true, isHandedOver: false })],
    requireHttps: () => null,
    requireHttpsSetting: 'TRACKER_REQUIRE_HTTPS',
    edge: null,
    inspectApi: null,
    pages: adminPages({
      ...embedded,
      modulesFolder: join(path, modulesFolderName),
      otherPrograms: otherPrograms(config.contracts),
    }),
    join: new Join(embedded),
    home: new HomePage(embedded),
    booking: new Booking(embedded.crewCenter),
    keys: new PilotKeys(embedded.crewCenter),
    logbook: new Logbook(embedded.crewCenter),
    embedded,
    eraser: embeddedEraser(embedded.crewCenter),
    // A module's database after the crew center's: an event not marked delivered is redelivered, with the same id.
    databases: () => [
      embeddedFileName,
      ...findModuleDatabases(join(path, modulesFolderName)).map((file) => join(modulesFolderName, file)),
    ],
  };
}

/** With the tables of version 5, to try clients of version 5. */
async function openOwnFive({ config, clock, claim, onDamage }: CrewCenterNeeds): Promise<CrewCenter> {
  const { path } = config.dataDirectory;
  await claim(path);
  const { platform, database } = await openEmbeddedFive({ file: join(path, fiveFileName), clock });
  const note = (what: string) => onDamage(fiveFileName, what);
  return {
    name: 'embedded, as version 5',
    platform: { ...refusingDamage(platform, note), desk: refusingDamage(platform.desk, note) },
    contracts: [legacy, ...furtherContracts(config.contracts, { version: 5, isEmbedded: true, isHandedOver: false })],
    requireHttps: () => null,
    requireHttpsSetting: 'TRACKER_REQUIRE_HTTPS',
    edge: null,
    inspectApi: null,
    pages: null,
    join: null,
    home: null,
    booking: null,
    keys: null,
    logbook: null,
    embedded: null,
    eraser: fiveEraser(database),
    databases: () => [fiveFileName],
  };
}

async function openHost({ config, log, claim }: CrewCenterNeeds, folder: string): Promise<CrewCenter> {
  const opened = await openFolder(folder, {
    dataDirectory: config.dataDirectory.kind === 'given' ? config.dataDirectory.path : null,
    databaseServer: config.host.databaseServer,
    php: config.host.php,
    networkFields: { vatsim: config.host.vatsimField, ivao: config.host.ivaoField },
    log: (level, message, details = {}) => log[level](details, message),
  });
  try {
    await claim(opened.dataDirectory);
  } catch (error) {
    await opened.platform.close();
    throw error;
  }
  const { platform, edge, inspectApi, requireHttpsSetting } = opened;
  const place = { version: opened.generation, isEmbedded: false, isHandedOver: config.coreHandedOver };
  return {
    name: folder,
    platform,
    contracts: [opened.generation === 7 ? native : legacy, ...furtherContracts(config.contracts, place)],
    requireHttps: () => opened.requireHttps(),
    requireHttpsSetting,
    edge,
    inspectApi,
    pages: null,
    join: null,
    home: null,
    booking: null,
    keys: null,
    logbook: null,
    embedded: null,
    eraser: null,
    databases: () => [],
  };
}
