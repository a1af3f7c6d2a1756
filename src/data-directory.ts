import type { Config } from './config.ts';

/** Where journal and embedded crew center lie: what the operator named, else `./data`, else what suits the crew center. */
export function locateData(config: Config): string {
  return config.dataDirectory.path;
}
