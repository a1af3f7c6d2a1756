import type { Duplex } from 'node:stream';
import type { ReportAnswer, SentReport } from '../../http/elsewhere.ts';
import type { Origin } from '../../http/origin.ts';
import { type Frame, FrameReader, FrameWriter } from './frames.ts';

/** Answers a report that another server sent on. */
export type AnswerReport = (report: SentReport, done: (answer: ReportAnswer) => void) => void;

/** The status of what was not begun. */
export const left = 0;

/**
 * Answers the reports that come over this stream from a server of ours.
 * @param onError - receives an error of a report, after which the stream is closed: nobody else would catch it
 */
export function answerReports(stream: Duplex, answer: AnswerReport, onError: (error: unknown) => void): void {
  const reader = new FrameReader();
  const writer = new FrameWriter(stream);
  const readOrigin = lastOrigin();
  const take = ({ id, figure, rest }: Frame) => {
    const origin = readOrigin(rest.toString('utf8', 0, figure));
    answer({ origin, message: rest.subarray(figure) }, (said) => {
      if (typeof said === 'string') return writer.put(id, left);
      const { status, message } = said;
      writer.put(id, status, typeof message === 'string' ? Buffer.from(message) : message);
    });
  };
  stream.on('data', (chunk: Buffer) => {
    try {
      const frames = reader.read(chunk);
      if (frames === null) return void stream.destroy();
      for (const frame of frames) take(frame);
    } catch (error) {
      onError(error);
      stream.destroy();
    }
  });
  // The other side refuses what it waits for.
  stream.on('error', () => stream.destroy());
  stream.on('end', () => stream.end());
}

/** Returns what reads an origin; one after the other is often the same. */
function lastOrigin(): (text: string) => Origin {
  let last: { readonly text: string; readonly origin: Origin } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, origin: JSON.parse(text) as Origin };
    return last.origin;
  };
}
