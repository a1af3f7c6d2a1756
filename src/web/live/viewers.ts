import { type Encoding, Frame, gzipHeader } from './frame.ts';

/** The part of a socket that is needed to write frames. */
export interface Line {
  readonly writableLength: number;
  readonly destroyed: boolean;
  write(bytes: Buffer): unknown;
  destroy(): unknown;
}

/** Maximum number of viewers written to in one turn of the event loop, so that position reports stay fast. */
const sliceSize = 50;
/** A viewer with more buffered bytes than this is skipped; the next frame it gets is a snapshot. */
const maxWaitingBytes = 256 * 1024;
/** Number of ticks after which a viewer that stays behind is disconnected; browsers reconnect. */
const maxSkips = 60;
const keepAliveEvery = 15;

/** Interval of comments that keep proxies from closing an idle connection. */
const comment = new Frame(':\n\n');

interface Viewer {
  readonly line: Line;
  readonly encoding: Encoding;
  skips: number;
}

/** The connected viewers. */
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

  /** Writes the frame to all viewers, in slices; a skipped viewer gets a snapshot once its buffer has room. */
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

  /** Called when nothing changed: sends keep-alive comments, and snapshots to skipped viewers. */
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
