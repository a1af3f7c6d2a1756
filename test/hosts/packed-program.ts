import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDependencies } from '../../build/release/application.ts';
import { type Entry, file } from '../../build/release/entry.ts';
import { type Packed, packProgram } from '../../build/release/packed-program.ts';

const root = join(import.meta.dirname, '../..');
export const system = `linux-${process.arch}`;

/** A program of a few files: a launcher, an empty file, and one of several pieces. */
export function smallProgram(version = '0.3.0'): readonly Entry[] {
  const bytes = Buffer.alloc(2_500_000);
  for (let index = 0; index < bytes.length; index += 4)
    bytes.writeUInt32LE(Math.imul(index + 1, 2_654_435_761) >>> 0, index);
  return [
    file('tracker', `#!/bin/sh\necho "tracker ${version} $*"\n`, true),
    file('empty.txt', ''),
    file('dist/data/large.bin', bytes),
    file('package.json', JSON.stringify({ version })),
  ];
}

/** This checkout with its packages, as a program of a version; without a Node. */
export function programOf(version: string): readonly Entry[] {
  const own = globSync(['bin/*', 'src/**/*', 'src/**/.htaccess', 'package.json'], { cwd: root, withFileTypes: true })
    .filter((each) => each.isFile() && !each.name.endsWith('.test.ts'))
    .map((each) => join(each.parentPath, each.name))
    .map((path) => file(path.slice(root.length + 1), readFileSync(path)));
  const manifest = own.find(({ path }) => path === 'package.json');
  const read = manifest !== undefined && 'bytes' in manifest.content ? manifest.content.bytes : Buffer.from('{}');
  const named = { ...(JSON.parse(Buffer.from(read).toString()) as object), version };
  const command = file('tracker', readFileSync(join(root, 'packaging/archive/tracker')), true);
  const others = own.filter((each) => each !== manifest);
  return [...others, file('package.json', JSON.stringify(named)), ...readDependencies(root), command];
}

/** The same with the Node that runs the test. */
export function realProgram(version: string): readonly Entry[] {
  return [...programOf(version), file('node/bin/node', readFileSync(process.execPath), true)];
}

/** Writes the parts into a folder. @returns their paths, in order */
export function writeParts(folder: string, packed: Packed, name = `program-${system}`): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return packed.parts.map((bytes, index) => {
    const path = join(folder, `${name}.part${index + 1}`);
    writeFileSync(path, bytes);
    return path;
  });
}

/** A small program, packed in several parts. */
export function smallPacked(version = '0.3.0', partBytes = 700_000): Packed {
  return packProgram({ version, system, data: { 'journal.sqlite': 1 } }, smallProgram(version), partBytes);
}
