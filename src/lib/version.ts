import { readFileSync } from 'node:fs';

/** The package version, from `package.json` next to `src/` or `dist/`. (The module version reported by `status` is a different one.) */
export function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
