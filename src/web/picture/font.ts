/** The characters of a font and their widths, read from an OpenType file. */
export interface Font {
  /** Returns the width of a character as a share of the font size; null when the font lacks it. */
  widthOf(character: string): number | null;
}

/** Reads the tables `cmap` (format 4), `hhea` and `hmtx` of an OpenType font. */
export function readFont(bytes: Uint8Array): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const unitsPerEm = view.getUint16(tableAt(view, 'head') + 18);
  const metricCount = view.getUint16(tableAt(view, 'hhea') + 34);
  const metrics = tableAt(view, 'hmtx');
  const glyphOf = readCharacters(view);
  return {
    widthOf(character) {
      const glyph = glyphOf(character.codePointAt(0) ?? 0);
      if (glyph === 0) return null;
      return view.getUint16(metrics + 4 * Math.min(glyph, metricCount - 1)) / unitsPerEm;
    },
  };
}

function tableAt(view: DataView, tag: string): number {
  const count = view.getUint16(4);
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    const name = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
    if (name === tag) return view.getUint32(at + 8);
  }
  throw new Error(`The font has no table ${tag}.`);
}

/** Returns the number of a character's glyph; 0 when there is none. Format 4 covers the first 65,536 characters. */
function readCharacters(view: DataView): (character: number) => number {
  const at = formatFourAt(view);
  const segments = view.getUint16(at + 6) / 2;
  const [ends, starts] = [at + 14, at + 16 + 2 * segments];
  const [deltas, offsets] = [starts + 2 * segments, starts + 4 * segments];
  return (character) => {
    for (let segment = 0; segment < segments; segment++) {
      if (character > view.getUint16(ends + 2 * segment)) continue;
      const start = view.getUint16(starts + 2 * segment);
      if (character < start) return 0;
      const delta = view.getUint16(deltas + 2 * segment);
      const place = offsets + 2 * segment;
      const offset = view.getUint16(place);
      if (offset === 0) return (character + delta) % 65_536;
      const glyph = view.getUint16(place + offset + 2 * (character - start));
      return glyph === 0 ? 0 : (glyph + delta) % 65_536;
    }
    return 0;
  };
}

function formatFourAt(view: DataView): number {
  const cmap = tableAt(view, 'cmap');
  for (let index = 0; index < view.getUint16(cmap + 2); index++) {
    const at = cmap + view.getUint32(cmap + 4 + 8 * index + 4);
    if (view.getUint16(at) === 4) return at;
  }
  throw new Error('The font has no table of characters in format 4.');
}
