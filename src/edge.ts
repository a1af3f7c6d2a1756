import type { Edge } from './crew-center.ts';
import type { EdgeReport as SeenByHttp, SignedRequest } from './http/origin.ts';
import { edgeHeader, readEdgeReport } from './platform/edge-signature.ts';
import { isWithin } from './platform/public-folder.ts';
import type { Tracker } from './tracker.ts';
import { repeatEvery } from './tracking/loop.ts';

/** Reads what the edge signed about the visitor; null for a request that did not come through it. */
export function edgeReader(
  edge: Edge,
  { clock, log, dataDirectory }: Tracker,
): (request: SignedRequest) => SeenByHttp | null {
  let checkedRoot: string | null = null;
  return ({ headers, method, target }) => {
    const header = headers[edgeHeader];
    if (typeof header !== 'string') return null;
    const report = readEdgeReport(header, { method, target }, edge.key, clock.now());
    if (report === null) {
      log.warn(
        { path: target.split('?', 1)[0] },
        'a request says it came through the edge, and its signature is not ours',
      );
      return null;
    }
    if (report.documentRoot !== null && report.documentRoot !== checkedRoot) {
      checkedRoot = report.documentRoot;
      if (isWithin(checkedRoot, dataDirectory))
        log.error(
          { documentRoot: checkedRoot, data: dataDirectory },
          'the data directory lies in the public folder; move it with --data',
        );
    }
    return {
      address: report.peer,
      isTls: report.isHttps,
      isTrusted: edge.trustsPeer,
      headers: {
        host: report.host,
        ...(report.forwardedFor !== null && { 'x-forwarded-for': report.forwardedFor }),
        ...(report.forwardedProto !== null && { 'x-forwarded-proto': report.forwardedProto }),
      },
    };
  };
}

const note = 'edge-fingerprint';
const everyMs = 60_000;

export interface WatchNeeds extends Pick<Tracker, 'clock' | 'operator'> {
  readonly log: Pick<Tracker['log'], 'info' | 'error'>;
  readonly journal: Pick<Tracker['journal'], 'readNote' | 'saveNote'>;
}

/** Replacing the edge ends all sessions (pilots log in again), also when its files were copied by hand. */
export async function watchEdge(
  edge: Pick<Edge, 'readFingerprint'>,
  { clock, log, journal, operator }: WatchNeeds,
): Promise<AsyncDisposable> {
  const look = async () => {
    const seen = await edge.readFingerprint();
    const known = journal.readNote(note);
    if (seen === null || seen === known) return;
    if (known !== null) {
      // Before its fingerprint is kept: a crash in between ends them once more, and not never.
      const ended = await operator.endSessions('server', null);
      log.info({ ended }, 'the edge was replaced: all sessions have ended');
    }
    await journal.saveNote(note, seen);
  };
  const onError = (error: unknown) => log.error({ err: error }, 'the files of the edge cannot be read');
  await look().catch(onError);
  const loop = repeatEvery(clock, everyMs, look, onError);
  return { [Symbol.asyncDispose]: () => loop.stop() };
}
