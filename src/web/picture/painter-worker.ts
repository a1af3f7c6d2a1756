import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { drawFlight } from './draw.ts';
import type { FlightPicture } from './flight-picture.ts';
import { readFont } from './font.ts';

/** A job of `painter.ts`, and its result: the bytes of a PNG file, or why it could not be drawn. */
export interface PaintJob {
  readonly id: number;
  readonly picture: FlightPicture;
}
export type PaintAnswer =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly failure: string };

const require = createRequire(import.meta.url);
const [regular, bold] = ['regular', 'bold'].map((weight) =>
  readFileSync(join(import.meta.dirname, `fonts/inter-${weight}.otf`)),
) as [Buffer, Buffer];
const fonts = { regular: readFont(regular), bold: readFont(bold) };
await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));

function paint(picture: FlightPicture): Uint8Array {
  const font = { fontBuffers: [regular, bold], loadSystemFonts: false, defaultFontFamily: 'Inter' };
  const drawing = new Resvg(drawFlight(fonts, picture), { font });
  const image = drawing.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    drawing.free();
  }
}

parentPort?.on('message', ({ id, picture }: PaintJob) => {
  try {
    const png = paint(picture);
    parentPort?.postMessage({ id, png } satisfies PaintAnswer, [png.buffer as ArrayBuffer]);
  } catch (error) {
    parentPort?.postMessage({ id, failure: String(error) } satisfies PaintAnswer);
  }
});
