import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config/config.ts';
import { checkSite } from '../platform/check/run.ts';
import { openEdgeKit } from '../platform/open-edge.ts';
import { openSiteProfile } from '../platform/open-profile.ts';
import { hostOptionsOf, limitsOf } from './check-limits.ts';
import { dataFormats } from './data-formats.ts';
import { askerOf } from './releases/notice.ts';

/** What the thread is given: it has the rights of the server, and its settings. */
export interface CheckOrder {
  readonly folder: string;
  readonly config: Config;
  readonly dataDirectory: string;
}

const { folder, config, dataDirectory } = workerData as CheckOrder;
const { databaseServer } = config.host;
const kit = await openEdgeKit(folder, { data: dataDirectory, backup: null, listen: '127.0.0.1:8787', databaseServer });
const needs = {
  folder,
  kit,
  profile: openSiteProfile(folder),
  url: null,
  formats: dataFormats,
  // The address is our own while we run.
  limits: { ...limitsOf(config), listen: null },
  host: hostOptionsOf(config),
  askForNewer: askerOf(config),
};
// Pilots' calls and visitors' pages need the site's PHP workers meanwhile: small hosts have four.
const { report } = await checkSite(needs, { maxAtOnce: 2 });
parentPort?.postMessage(report);
