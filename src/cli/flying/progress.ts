import type { Notice } from '../../client/client.ts';
import { printableInLine } from '../../lib/printable.ts';
import type { CommandIo } from '../command.ts';
import type { Progress } from './leg.ts';

/** Where progress is shown. */
export interface Screen {
  /** Replaces the current line of a terminal; undefined if there is no terminal. */
  readonly overwrite: ((text: string) => void) | undefined;
  /** Writes a permanent line. */
  line(text: string): void;
}

/** Returns a screen on standard error; with --json it shows nothing. */
export function screenOf(io: CommandIo): Screen {
  const isTerminal = process.stderr.isTTY && !io.json;
  return {
    overwrite: isTerminal ? (text) => process.stderr.write(`\r\u001b[K${printableInLine(text)}`) : undefined,
    line: (text) => {
      if (!io.json) io.err(text);
    },
  };
}

const barWidth = 24;
const redrawMs = 100;

/** Shows a progress bar on a terminal, otherwise a line for every tenth of the flight. */
export class ProgressView {
  readonly #screen: Screen;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #tenth = -1;
  #isOffline = false;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  show(progress: Progress): void {
    const { sent, total } = progress;
    if (this.#screen.overwrite === undefined) {
      const tenth = Math.floor((sent / total) * 10);
      if (tenth > this.#tenth) this.#screen.line(`${String(tenth * 10).padStart(3)} %  ${describe(progress)}`);
      this.#tenth = Math.max(tenth, this.#tenth);
      return;
    }
    if (performance.now() - this.#drawnAt < redrawMs && sent < total) return;
    this.#drawnAt = performance.now();
    const filled = Math.round((sent / total) * barWidth);
    const bar = `[${'='.repeat(filled)}${' '.repeat(barWidth - filled)}]`;
    this.#screen.overwrite(`${bar} ${describe(progress)}${this.#isOffline ? '  offline, queueing' : ''}`);
  }

  note(notice: Notice): void {
    const wasOffline = this.#isOffline;
    if (notice.kind === 'offline' || notice.kind === 'online') this.#isOffline = notice.kind === 'offline';
    const text = noticeText(notice);
    if (text === null || (wasOffline && this.#isOffline)) return;
    this.#screen.overwrite?.('');
    this.#screen.line(text);
  }

  end(): void {
    this.#screen.overwrite?.('');
  }
}

function describe({ sent, total, sample, flight }: Progress): string {
  const hours = new Date(sample.t).toISOString().slice(11, 16);
  const altitude = sample.altitudeMslFt === null ? '' : `${String(sample.altitudeMslFt).padStart(6)} ft `;
  const speed = sample.groundSpeedKt === null ? '' : `${String(sample.groundSpeedKt).padStart(4)} kt `;
  const { stored, duplicate } = flight.counts;
  return `${sent}/${total}  ${hours} h  ${altitude}${speed} ${flight.view?.phase ?? ''}  stored ${stored}, repeated ${duplicate}, queued ${flight.queuedPositions}`;
}

/** Returns the text of a notice; null if it is not of interest to the user. */
export function noticeText(notice: Notice): string | null {
  switch (notice.kind) {
    case 'base-url-cut':
      return `The base URL is ${notice.base}; "${notice.cut}" was removed.`;
    case 'clock-corrected':
      return `This machine's clock differs from the server's by ${Math.round(-notice.offsetMs / 1000)} s; times are corrected.`;
    case 'logged-in-again':
      return 'The session had ended; logged in again.';
    case 'waiting':
    case 'offline':
      return `${notice.error.message} Trying again in ${Math.ceil(notice.retryInMs / 1000)} s.`;
    case 'online':
      return 'The server is reachable again.';
    case 'refused':
      return `Refused and dropped: ${
        Object.entries(notice.fields)
          .map(([field, why]) => `${field} ${why}`)
          .join('; ') ||
        (notice.error?.message ?? '')
      }`;
    case 'stopped':
    case 'delivered':
      return null;
  }
}
