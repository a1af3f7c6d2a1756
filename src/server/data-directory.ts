import type { Config } from '../config/config.ts';
import { locateStorage } from '../platform/open.ts';

/** Returns the data directory: the configured one, else an existing `./data`, else the default of the crew center. */
export async function locateData({ dataDirectory, crewCenter }: Config): Promise<string> {
  if (dataDirectory.kind === 'given' || crewCenter.kind === 'embedded') return dataDirectory.path;
  return locateStorage(crewCenter.path);
}
