import { openJournal } from '../journal/open.ts';
import { startWriterHere } from '../journal/writer-here.ts';
import { systemClock } from '../lib/clock.ts';
import { actor } from '../lib/user-name.ts';
import { askServer, controlPath } from '../server/control-socket.ts';
import type { Operator } from '../server/operator.ts';
import { fromMethods } from '../server/operator-methods.ts';
import { openTracker } from '../server/tracker.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { CommandError, type CommandIo } from './command.ts';
import { describeError } from './error-report.ts';
import { requireData } from './existing-data.ts';

/** Runs an operator's command through the running server, or directly on the data directory if no server is running. */
export async function withOperator<T>(io: CommandIo, run: (operator: Operator) => Promise<T>): Promise<T> {
  const path = controlPath(io.dataDirectory);
  if ((await ask(path, 'ping', [])) !== null)
    return run(fromMethods((method, args) => requireReply(path, method, args)));
  requireData(io);
  await using tracker = await openTracker({ config: io.config, journalWriter: startWriterHere });
  return await run(tracker.operator);
}

/** Saves an audit entry about the crew center: through the running server, or directly in the journal. */
export async function saveAudit(io: CommandIo, [action, subject, detail]: Done): Promise<void> {
  const path = controlPath(io.dataDirectory);
  if ((await ask(path, 'saveAudit', [actor(), action, subject, detail])) !== null) return;
  const here = { directory: io.dataDirectory, clock: systemClock, startWriter: startWriterHere };
  const journal = await openJournal(here);
  try {
    await journal.saveAudit({ at: systemClock.now(), actor: actor(), action, subject, detail });
  } finally {
    await journal.close();
  }
}

/** An entry of the audit log: the action, its subject, and a detail (never a secret). */
export type Done = readonly [action: string, subject: string, detail: string | null];

async function requireReply(path: string, method: string, args: readonly unknown[]): Promise<unknown> {
  const answer = await ask(path, method, args);
  if (answer === null) throw noReply('it has stopped');
  return answer.result;
}

async function ask(path: string, method: string, args: readonly unknown[]) {
  try {
    return await askServer(path, method, args);
  } catch (error) {
    if (isRefusal(error) || describeError(error) !== null) throw error;
    throw noReply(error instanceof Error ? error.message : String(error));
  }
}

function noReply(reason: string): CommandError {
  return new CommandError(
    `The running server did not reply: ${reason}. Check whether the change was made, then try again.`,
  );
}
