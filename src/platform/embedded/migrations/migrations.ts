import type { Migration } from '../../../lib/migrations.ts';
import { airlineTables } from './0001-airline-tables.ts';
import { pirepTables } from './0002-pirep-tables.ts';
import { airports } from './0003-airports.ts';
import { trackerConfig } from './0004-tracker-config.ts';
import { tracker120 } from './0005-tracker-1-2-0.ts';
import { hostSettings } from './0006-host-settings.ts';
import { modules } from './0007-modules.ts';
import { bidAircraft } from './0008-bid-aircraft.ts';
import { pausedPireps } from './0009-paused-pireps.ts';
import { news } from './0010-news.ts';
import { bidEvents } from './0011-bid-events.ts';
import { charters } from './0012-charters.ts';
import { publicNames } from './0013-public-names.ts';

/** All migrations, in order; append new ones. */
export const embeddedMigrations: readonly Migration[] = [
  airlineTables,
  pirepTables,
  airports,
  trackerConfig,
  tracker120,
  hostSettings,
  modules,
  bidAircraft,
  pausedPireps,
  news,
  bidEvents,
  charters,
  publicNames,
];
