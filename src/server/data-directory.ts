import type { Config } from '../config/config.ts';
import { locateStorage } from '../platform/open.ts';

/** Where journal and embedded crew center lie: what the operator named, else `./data`, else what suits the crew center. */
export async function locateData({ dataDirectory, crewCenter }: Config): Promise<string> {
  if (dataDirectory.kind === 'given' || crewCenter.kind === 'embedded') return dataDirectory.path;
  return locateStorage(crewCenter.path);
}
