import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flyRecording } from '../../src/cli/flying/flight-run.ts';
import { connectTracker } from '../../src/client/client.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { madeRecording } from '../../test/flying/flights.ts';
import type { Version } from '../served/contracts.ts';
import { CrewTables, reservedEmail } from './crew-tables.ts';
import type { Target } from './target.ts';

const credentials = { login: reservedEmail, password: demoPassword };

/**
 * Signs the pilot of the flight afterwards in once: where somebody has signed in, the failed logins of others from the
 * same address, of which the attack makes thousands, do not lock them out.
 */
export async function signInBefore(target: Target): Promise<void> {
  const client = await connectTracker(target.url);
  await client.login(credentials);
}

/** Flies a whole flight with the SDK, by a pilot whom no request knew. Returns null, or why it is not as it should be. */
export async function flyAfterwards(target: Target, version: Version): Promise<string | null> {
  if (target.hasEnded) return 'the server has ended';
  using database = new DatabaseSync(join(target.directory, CrewTables.fileOf(version)), { timeout: 5_000 });
  const crew = new CrewTables(database, version);
  crew.restore(target.directory);
  const bidId = crew.bookReserved();
  try {
    const { receipt, positions, phase } = await flyRecording({
      baseUrl: target.url,
      credentials,
      clientToken: null,
      bidId,
      registration: null,
      recording: madeRecording,
      speed: Number.POSITIVE_INFINITY,
      batchSize: 100,
      stateFile: join(target.directory, 'afterwards.jsonl'),
      patienceMs: 60_000,
      faults: null,
      stop: null,
      remark: () => {},
      onProgress: () => {},
      onNotice: () => {},
    });
    const isWhole =
      positions.stored === madeRecording.samples.length && receipt.pirep_id !== null && phase === 'arrived';
    return isWhole ? null : JSON.stringify({ positions, phase, receipt });
  } catch (error) {
    return String(error);
  }
}
