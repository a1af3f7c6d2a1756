import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive of these files, by path with forward slashes. Dates are fixed, so that equal files make equal archives. */
export function zip(files: readonly { readonly path: string; readonly bytes: Uint8Array }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const name = Buffer.from(path, 'utf8');
    const packed = deflateRawSync(bytes, { level: 9 });
    const head = entry(bytes, packed, name);
    const local = Buffer.concat([word(0x04034b50), half(20), head, name, packed]);
    directory.push(Buffer.concat([word(0x02014b50), half(0x031e), half(20), head, centralRest(offset), name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = half(files.length);
  const end = Buffer.concat([
    word(0x06054b50),
    half(0),
    half(0),
    count,
    count,
    word(central.length),
    word(offset),
    half(0),
  ]);
  return Buffer.concat([...parts, central, end]);
}

const isUtf8 = 0x0800;
const deflated = 8;
/** 1 January 2026. */
const date = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** What the head of a file and its line in the directory have in common: flags to the length of the extra field. */
function entry(bytes: Uint8Array, packed: Uint8Array, name: Uint8Array): Buffer {
  const sizes = [word(crc32(bytes)), word(packed.length), word(bytes.length)];
  return Buffer.concat([half(isUtf8), half(deflated), half(0), half(date), ...sizes, half(name.length), half(0)]);
}

/** Comment, disk and attributes (a file that everybody may read), then where the file is. */
function centralRest(offset: number): Buffer {
  return Buffer.concat([half(0), half(0), half(0), word((0o100644 << 16) >>> 0), word(offset)]);
}

function half(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
