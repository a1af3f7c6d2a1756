import { fromMethods, type Operator } from '../control/operator.ts';
import { askServer, controlPath } from '../control/socket.ts';
import { openTracker } from '../tracker.ts';
import type { CommandIo } from './command.ts';

/** Runs a command of the operator through the server that owns the data directory; where none runs, on the directory itself. */
export async function withOperator<T>(io: CommandIo, run: (operator: Operator) => Promise<T>): Promise<T> {
  const path = controlPath(io.dataDirectory);
  if ((await askServer(path, 'ping', [])) !== null) return run(fromMethods((method, args) => ask(path, method, args)));
  await using tracker = await openTracker({ config: io.config });
  return await run(tracker.operator);
}

async function ask(path: string, method: string, args: readonly unknown[]): Promise<unknown> {
  const answer = await askServer(path, method, args);
  if (answer === null) throw new Error('the server stopped while it was asked');
  return answer.result;
}
