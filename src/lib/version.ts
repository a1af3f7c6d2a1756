import { readFileSync } from 'node:fs';

/** The package version, from `package.json` beside `src/` or `dist/`. (The module version that `status` reports is another thing.) */
export function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
