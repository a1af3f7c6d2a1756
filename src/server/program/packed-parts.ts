import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { packedName } from '../../platform/site/packed-files.ts';
import { UntrustedReleaseError } from '../releases/trust.ts';
import { headStart, jsonBytes, type PackedHead, readHead } from './packed-head.ts';

/** A packed program in a folder, as it was uploaded: nothing of it is believed yet. */
export interface UploadedProgram {
  /** `program-linux-x64`, under which it is signed. */
  readonly name: string;
  readonly folder: string;
  /** Paths of its parts, in order. */
  readonly parts: readonly string[];
}

/** The packed programs in a folder; none where there is no such folder. */
export function findUploaded(folder: string): readonly UploadedProgram[] {
  if (!isThere(folder)) return [];
  const found = new Map<string, { readonly path: string; readonly number: number }[]>();
  for (const file of readdirSync(folder)) {
    const [, system, number] = packedName.exec(file) ?? [];
    if (system === undefined || number === undefined) continue;
    const name = `program-${system}`;
    found.set(name, [...(found.get(name) ?? []), { path: join(folder, file), number: Number(number) }]);
  }
  return [...found].toSorted().map(([name, parts]) => {
    const sorted = parts.toSorted((a, b) => a.number - b.number);
    return { name, folder, parts: sorted.map(({ path }) => path) };
  });
}

/** A small file beside the parts; null where it is missing. */
export function readBeside({ folder, name }: UploadedProgram, ending: 'sig' | 'keys'): string | null {
  const path = join(folder, `${name}.${ending}`);
  return isThere(path) ? readFileSync(path, 'utf8') : null;
}

/** The one file that the parts are together. */
export class PackedParts implements Disposable {
  readonly #parts: readonly { readonly path: string; readonly descriptor: number; readonly size: number }[];
  readonly #uploaded: UploadedProgram;
  readonly head: PackedHead;
  /** The head as it is signed. */
  readonly headBytes: Buffer;

  /** @throws UntrustedReleaseError for what is damaged, or not uploaded to its end */
  constructor(uploaded: UploadedProgram) {
    this.#uploaded = uploaded;
    using opened = new DisposableStack();
    this.#parts = uploaded.parts.map((path, index) => {
      if (!path.endsWith(`.part${index + 1}`)) throw this.#missing(index + 1);
      const descriptor = openSync(path, 'r');
      opened.defer(() => closeSync(descriptor));
      return { path, descriptor, size: fstatSync(descriptor).size };
    });
    const length = jsonBytes(this.#read(0, headStart));
    this.headBytes = this.#read(0, headStart + length);
    this.head = readHead(this.headBytes);
    this.#requireWhole();
    opened.move();
  }

  [Symbol.dispose](): void {
    for (const { descriptor } of this.#parts) closeSync(descriptor);
  }

  /** Bytes of a piece, packed. @throws UntrustedReleaseError when a part ends before them */
  readPacked(at: number, length: number): Buffer {
    const from = this.headBytes.length + at;
    const bytes = this.#read(from, length);
    if (bytes.length !== length) throw new UntrustedReleaseError(`${this.nameAt(at)} ended while it was read.`);
    return bytes;
  }

  /** The part in which a piece begins. */
  nameAt(at: number): string {
    const index = Math.floor((this.headBytes.length + at) / this.head.partBytes);
    return basename(this.#parts[index]?.path ?? this.#uploaded.name);
  }

  #read(from: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    let [at, done] = [from, 0];
    for (const { descriptor, size } of this.#parts) {
      const here = Math.min(length - done, size - at);
      if (at < size && here > 0) {
        const count = readSync(descriptor, bytes, done, here, at);
        done += count;
        at += count;
        if (count < here) break;
      }
      at -= size;
    }
    return bytes.subarray(0, done);
  }

  #requireWhole(): void {
    let left = this.headBytes.length + this.head.packed;
    for (const { path, size } of this.#parts) {
      const wanted = Math.min(left, this.head.partBytes);
      if (size !== wanted || wanted === 0)
        throw new UntrustedReleaseError(
          `${basename(path)} has ${size} bytes and must have ${wanted}. Upload it again; by FTP, choose binary mode. Where the folder had an older version, delete its parts first.`,
        );
      left -= wanted;
    }
    if (left > 0) throw this.#missing(this.#parts.length + 1);
  }

  #missing(number: number): UntrustedReleaseError {
    return new UntrustedReleaseError(
      `${this.#uploaded.name}.part${number} is missing beside the other parts of the program. Upload it.`,
    );
  }
}
