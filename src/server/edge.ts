import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleVersion } from '../contracts/status-wire.ts';
import type { EdgeDoor } from '../http/edge-door.ts';
import type { EdgeReport as SeenByHttp, SignedRequest } from '../http/origin.ts';
import { newNonce } from '../lib/tokens.ts';
import { type Arrival, arrivalHeader, readProbe } from '../platform/site/edge-probe.ts';
import { helloHeader, identityHeader, identityOf, proofOf, readHello } from '../platform/site/edge-proof.ts';
import { type EdgeKeys, type EdgeReport, edgeHeader, readEdgeReport } from '../platform/site/edge-signature.ts';
import { isWithin, reportedRootFile } from '../platform/site/public-folder.ts';
import { repeatEvery } from '../tracking/sweep/loop.ts';
import type { Edge } from './crew-center.ts';
import type { Tracker } from './tracker.ts';

type Needs = Pick<Tracker, 'clock' | 'log' | 'dataDirectory'>;

/** Proves the server's identity to the edge, and reads the edge's signed reports about visitors. */
export function openEdge(edge: Edge, needs: Needs): EdgeDoor {
  const warn = new SeldomWarning(needs);
  const lookAtRoot = rootWatcher(needs);
  return {
    readReport(request) {
      const header = request.headers[edgeHeader];
      if (typeof header !== 'string') return null;
      const report = readEdgeReport(header, request, edge.keys(), needs.clock.now());
      if (report === null) {
        warn.say('a request claims to come through the edge, but its signature is invalid', { path: pathOf(request) });
        return null;
      }
      if (report.bodyDigest === null) {
        warn.say('the edge is of an older version, which the next release will reject: run `tracker install`', {
          edge: report.edgeVersion,
        });
      }
      lookAtRoot(report.documentRoot);
      return seenByHttp(report, edge.trustsPeer());
    },
    answerHello({ headers, where, isDirect }) {
      const hello = readHello(headers[helloHeader]);
      if (hello === null) return null;
      const key = edge.keys().byKind[hello.kind];
      const nonce = newNonce();
      // A proof would allow guessing the password offline, so it is only given to programs on this machine.
      if (key !== undefined && (hello.kind !== 'password' || isDirect)) {
        return { nonce, proof: proofOf(key, hello, nonce, where), text: introduce(true) };
      }
      warn.say('an edge requested a proof with a key that the server does not have', { kindOfKey: hello.kind });
      return { nonce, proof: null, text: introduce(false) };
    },
    identify(headers) {
      const identity = headers[identityHeader] === undefined ? null : identityOf(edge.keys(), headers[identityHeader]);
      const found: Record<string, string> = identity === null ? {} : { [identityHeader]: identity };
      return found;
    },
    answerProbe: (headers, arrival) => answerProbe(edge.keys(), headers[identityHeader], arrival),
  };
}

function answerProbe(keys: EdgeKeys, header: string | string[] | undefined, arrival: Arrival) {
  const probe = header === undefined ? null : readProbe(keys, header);
  if (probe === null) return null;
  return { headers: { [identityHeader]: arrivalHeader(keys, probe.nonce, arrival) }, waitMs: probe.waitMs };
}

const introduce = (success: boolean) => JSON.stringify({ success, version: moduleVersion });
const pathOf = ({ target }: SignedRequest) => target.split('?', 1)[0];

function seenByHttp(report: EdgeReport, isTrusted: boolean): SeenByHttp {
  return {
    address: report.peer,
    isTls: report.isHttps,
    isTrusted,
    headers: {
      host: report.host,
      ...(report.forwardedFor !== null && { 'x-forwarded-for': report.forwardedFor }),
      ...(report.forwardedProto !== null && { 'x-forwarded-proto': report.forwardedProto }),
    },
    bodyDigest: report.bodyDigest,
    base: report.base,
    hostMs: report.hostMs,
    admin: report.admin,
  };
}

/** Stores the document root that the edge reports, for the next start, and warns when the data directory is in it. */
function rootWatcher({ log, dataDirectory }: Needs): (root: string | null) => void {
  let known: string | null = null;
  return (root) => {
    if (root === null || root === known) return;
    known = root;
    try {
      writeFileSync(join(dataDirectory, reportedRootFile), `${root}\n`, { mode: 0o600 });
    } catch (error) {
      log.warn({ err: error }, 'the document root of the site could not be stored');
    }
    if (!isWithin(root, dataDirectory)) return;
    const message = 'the data directory is inside the public folder; move it with --data';
    log.error({ documentRoot: root, data: dataDirectory }, message);
  };
}

const seldomMs = 60_000;

/** Anyone can cause these lines, so each is logged at most once a minute, with a count. */
class SeldomWarning {
  readonly #needs: Needs;
  readonly #seen = new Map<string, { at: number; more: number }>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  say(message: string, details: Readonly<Record<string, unknown>>): void {
    const now = this.#needs.clock.now();
    const last = this.#seen.get(message);
    if (last !== undefined && now - last.at < seldomMs) {
      last.more += 1;
      return;
    }
    this.#needs.log.warn({ ...details, ...(last && last.more > 0 && { alsoSince: last.more }) }, message);
    this.#seen.set(message, { at: now, more: 0 });
  }
}

const note = 'edge-fingerprint';
const everyMs = 60_000;

export interface WatchNeeds extends Pick<Tracker, 'clock' | 'operator'> {
  readonly log: Pick<Tracker['log'], 'info' | 'error'>;
  readonly journal: Pick<Tracker['journal'], 'readNote' | 'saveNote'>;
}

/** Ends all sessions when the edge was replaced, even if its files were copied by hand; pilots log in again. */
export async function watchEdge(
  edge: Pick<Edge, 'readFingerprint'>,
  { clock, log, journal, operator }: WatchNeeds,
): Promise<AsyncDisposable> {
  const look = async () => {
    const seen = await edge.readFingerprint();
    const known = journal.readNote(note);
    if (seen === null || seen === known) return;
    if (known !== null) {
      // Before the fingerprint is stored, so that after a crash they are ended again instead of never.
      const ended = await operator.endSessions('server', null);
      log.info({ ended }, 'the edge was replaced; all sessions were ended');
    }
    await journal.saveNote(note, seen);
  };
  const onError = (error: unknown) => log.error({ err: error }, 'the files of the edge cannot be read');
  await look().catch(onError);
  const loop = repeatEvery(clock, everyMs, look, onError);
  return { [Symbol.asyncDispose]: () => loop.stop() };
}
