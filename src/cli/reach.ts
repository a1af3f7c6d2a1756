import { openJournal } from '../journal/open.ts';
import { systemClock } from '../lib/clock.ts';
import { askServer, controlPath } from '../server/control-socket.ts';
import { fromMethods, type Operator } from '../server/operator.ts';
import { openTracker } from '../server/tracker.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { actor } from './actor.ts';
import { CommandError, type CommandIo } from './command.ts';
import { requireData } from './existing-data.ts';

/** Runs a command of the operator through the server that owns the data directory; where none runs, on the directory itself. */
export async function withOperator<T>(io: CommandIo, run: (operator: Operator) => Promise<T>): Promise<T> {
  const path = controlPath(io.dataDirectory);
  if ((await ask(path, 'ping', [])) !== null)
    return run(fromMethods((method, args) => demandAnswer(path, method, args)));
  requireData(io);
  await using tracker = await openTracker({ config: io.config });
  return await run(tracker.operator);
}

/** Writes down who did what to the crew center: through the running server, else into the journal itself. */
export async function saveAudit(io: CommandIo, [action, subject, detail]: Done): Promise<void> {
  const path = controlPath(io.dataDirectory);
  if ((await ask(path, 'saveAudit', [actor(), action, subject, detail])) !== null) return;
  const journal = await openJournal({ directory: io.dataDirectory, clock: systemClock });
  try {
    await journal.saveAudit({ at: systemClock.now(), actor: actor(), action, subject, detail });
  } finally {
    await journal.close();
  }
}

/** An entry of the audit log: what was done, to what, and what there is to say about it (never a secret). */
export type Done = readonly [action: string, subject: string, detail: string | null];

async function demandAnswer(path: string, method: string, args: readonly unknown[]): Promise<unknown> {
  const answer = await ask(path, method, args);
  if (answer === null) throw unanswered('it stopped meanwhile');
  return answer.result;
}

async function ask(path: string, method: string, args: readonly unknown[]) {
  try {
    return await askServer(path, method, args);
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw unanswered(error instanceof Error ? error.message : String(error));
  }
}

function unanswered(reason: string): CommandError {
  return new CommandError(`The running server did not answer: ${reason}. See what is done, then try again.`);
}
