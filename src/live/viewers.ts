import { type Encoding, Frame, gzipHeader } from './frame.ts';

/** A connection that frames are written to: a socket, as far as this file needs it. */
export interface Line {
  readonly writableLength: number;
  readonly destroyed: boolean;
  write(bytes: Buffer): unknown;
  destroy(): unknown;
}

/** Viewers that are written to in one turn of the event loop, so that position reports stay fast beside. */
const sliceSize = 50;
/** A viewer with more than this waiting is skipped; the next frame that fits is a snapshot. */
const maxWaitingBytes = 256 * 1024;
/** A viewer that stays behind for so many ticks is let go: it comes back by itself. */
const maxSkips = 60;
const keepAliveEvery = 15;

/** Keeps proxies from closing a line on which nothing is said. */
const comment = new Frame(':\n\n');

interface Viewer {
  readonly line: Line;
  readonly encoding: Encoding;
  skips: number;
}

/** Everyone who watches. */
export class Viewers {
  readonly #viewers = new Set<Viewer>();
  #quietTicks = 0;

  get count(): number {
    return this.#viewers.size;
  }

  add(line: Line, encoding: Encoding, first: readonly Frame[]): Disposable {
    const viewer: Viewer = { line, encoding, skips: 0 };
    if (encoding === 'gzip') line.write(gzipHeader);
    for (const frame of first) line.write(frame.bytes(encoding));
    this.#viewers.add(viewer);
    return { [Symbol.dispose]: () => void this.#viewers.delete(viewer) };
  }

  /** Writes the frame to everyone, in slices; whoever had to be skipped gets a snapshot once there is room. */
  send(frame: Frame, snapshotFrame: () => Frame): void {
    this.#quietTicks = 0;
    this.#inSlices((viewer) => {
      if (viewer.line.writableLength > maxWaitingBytes) this.#skip(viewer);
      else {
        viewer.line.write((viewer.skips > 0 ? snapshotFrame() : frame).bytes(viewer.encoding));
        viewer.skips = 0;
      }
    });
  }

  /** Nothing changed: a comment now and then keeps proxies from closing the line, and who was skipped catches up. */
  keepAlive(snapshotFrame: () => Frame): void {
    this.#quietTicks += 1;
    const isDue = this.#quietTicks % keepAliveEvery === 0;
    this.#inSlices((viewer) => {
      if (viewer.skips > 0 && viewer.line.writableLength === 0) {
        viewer.line.write(snapshotFrame().bytes(viewer.encoding));
        viewer.skips = 0;
      } else if (isDue && viewer.line.writableLength < maxWaitingBytes)
        viewer.line.write(comment.bytes(viewer.encoding));
    });
  }

  close(): void {
    for (const viewer of this.#viewers) viewer.line.destroy();
    this.#viewers.clear();
  }

  #skip(viewer: Viewer): void {
    viewer.skips += 1;
    if (viewer.skips <= maxSkips) return;
    viewer.line.destroy();
    this.#viewers.delete(viewer);
  }

  #inSlices(visit: (viewer: Viewer) => void): void {
    const viewers = [...this.#viewers];
    const slice = (from: number) => {
      for (const viewer of viewers.slice(from, from + sliceSize)) {
        if (viewer.line.destroyed) this.#viewers.delete(viewer);
        else visit(viewer);
      }
      if (from + sliceSize < viewers.length) setImmediate(slice, from + sliceSize);
    };
    slice(0);
  }
}
