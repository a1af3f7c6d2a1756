import type { Notice } from '../../client/client.ts';
import { printableInLine } from '../../lib/printable.ts';
import type { CommandIo } from '../command.ts';
import type { Progress } from './leg.ts';

/** Where progress is shown. */
export interface Screen {
  /** Replaces the line that is being written, on a terminal; undefined where there is none. */
  readonly overwrite: ((text: string) => void) | undefined;
  /** Writes a line that stays. */
  line(text: string): void;
}

/** Standard error: a terminal, a log, or with --json nothing. */
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

/** A bar that moves on a terminal, else a line for every tenth of the flight. */
export class ProgressView {
  readonly #screen: Screen;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #tenth = -1;
  #isOffline = false;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  show(progress: Progress): void {
    const { told, total } = progress;
    if (this.#screen.overwrite === undefined) {
      const tenth = Math.floor((told / total) * 10);
      if (tenth > this.#tenth) this.#screen.line(`${String(tenth * 10).padStart(3)} %  ${describe(progress)}`);
      this.#tenth = Math.max(tenth, this.#tenth);
      return;
    }
    if (performance.now() - this.#drawnAt < redrawMs && told < total) return;
    this.#drawnAt = performance.now();
    const filled = Math.round((told / total) * barWidth);
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

function describe({ told, total, sample, flight }: Progress): string {
  const hours = new Date(sample.t).toISOString().slice(11, 16);
  const altitude = sample.altitudeMslFt === null ? '' : `${String(sample.altitudeMslFt).padStart(6)} ft `;
  const speed = sample.groundSpeedKt === null ? '' : `${String(sample.groundSpeedKt).padStart(4)} kt `;
  const { stored, duplicate } = flight.counts;
  return `${told}/${total}  ${hours} h  ${altitude}${speed} ${flight.view?.phase ?? ''}  stored ${stored}, repeated ${duplicate}, queued ${flight.queuedPositions}`;
}

/** Null for what is no news to a person. */
export function noticeText(notice: Notice): string | null {
  switch (notice.kind) {
    case 'base-url-cut':
      return `The base URL is ${notice.base}; "${notice.cut}" was cut off.`;
    case 'clock-corrected':
      return `This machine's clock differs from the server's by ${Math.round(-notice.offsetMs / 1000)} s; times are corrected.`;
    case 'logged-in-again':
      return 'The session had ended; logged in again.';
    case 'offline':
      return `${notice.error.message} Trying again in ${Math.ceil(notice.retryInMs / 1000)} s.`;
    case 'online':
      return 'The server answers again.';
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
