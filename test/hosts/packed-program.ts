import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Entry, file } from '../../build/release/entry.ts';
import { type Packed, type PackedProgram, packProgram } from '../../build/release/packed-program.ts';
import type { BuildStamp } from '../../src/lib/version.ts';
import { packedApplication } from '../package/packed-once.ts';

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

/** The present sources as a release has them, with their packages, as a program of a version; without a Node. @param releaseKeys - public keys that it knows */
export async function programOf(version: string, releaseKeys: readonly string[] = []): Promise<readonly Entry[]> {
  const { entries } = await packedApplication();
  const own = {
    'package.json': { ...(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object), version },
    'dist/build.json': { commit: null, releaseKeys } satisfies BuildStamp,
  };
  const command = file('tracker', readFileSync(join(root, 'packaging/archive/tracker')), true);
  // No program that runs reads declarations.
  const others = entries.filter(({ path }) => !(path in own || path.endsWith('.d.ts')));
  return [...others, ...Object.entries(own).map(([path, value]) => file(path, JSON.stringify(value))), command];
}

/** The same with the Node that runs the test. */
export async function realProgram(version: string): Promise<readonly Entry[]> {
  return [...(await programOf(version)), file('node/bin/node', readFileSync(process.execPath), true)];
}

/** Packs it as quickly as can be. */
export function packQuickly(program: PackedProgram, entries: readonly Entry[], partBytes?: number): Packed {
  return packProgram(program, entries, partBytes, 1);
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
