import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readMembers } from './node-binary.ts';
import { type NodeRecord, nodeRecords, sha256 } from './node-checksums.ts';

/**
 * Compares a record with files of nodejs.org in this folder: `SHASUMS256.txt`, and what it names.
 * @returns a sentence when they differ, or when something is not there
 */
export async function compareNode(
  folder: string,
  { published, publishedSha256, member, programSha256 }: NodeRecord,
): Promise<string | null> {
  const sums = join(folder, 'SHASUMS256.txt');
  if (!existsSync(sums)) return `${sums} is not there.`;
  const line = readFileSync(sums, 'utf8')
    .split('\n')
    .find((each) => each.endsWith(`  ${published}`));
  if (line !== `${publishedSha256}  ${published}`)
    return `${published} is recorded as ${publishedSha256}, and Node says: ${line ?? 'nothing'}.`;
  const file = join(folder, published);
  if (!existsSync(file)) return `${file} is not there.`;
  const bytes = readFileSync(file);
  if (sha256(bytes) !== publishedSha256) return `${file} is not what SHASUMS256.txt names.`;
  const program = member === null ? bytes : (await readMembers(file, [member])).get(member);
  if (program === undefined) return `${published} has no ${member}.`;
  return sha256(program) === programSha256 ? null : `${published} has another program than the recorded one.`;
}

/** `npm run release:node -- FOLDER` */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('Give a folder with SHASUMS256.txt of nodejs.org and what it names: npm run release:node -- FOLDER');
    process.exit(2);
  }
  for (const [name, record] of Object.entries(nodeRecords)) {
    const problem = await compareNode(folder, record);
    console.log(`${name} ${record.version}: ${problem ?? `the program is the one of ${record.published}.`}`);
    if (problem !== null) process.exitCode = 1;
  }
}
