import type { AuditEntry } from '../journal/journal.ts';
import type { OperatorCalls } from '../tracking/operator-calls.ts';
import type { ControlMethods } from './control-socket.ts';

/** What the operator's commands ask: the core's calls, and what the journal alone can answer. */
export interface Operator extends OperatorCalls {
  /** Writes into the audit log what a command did by another way than these calls. */
  saveAudit(actor: string, action: string, subject: string, detail: string | null): Promise<void>;
  listAudit(limit: number): Promise<readonly AuditEntry[]>;
  /** Where the running server listens: `http://127.0.0.1:8787`, `unix:/path`; null when none is running. */
  readUrl(): Promise<string | null>;
  /** The path of a new one-time link that sets the password of the operator's pages. */
  makeSetupPath(actor: string): Promise<string>;
  /** Copies the data directory's databases into this folder while they are in use; the files made. */
  backup(actor: string, folder: string): Promise<readonly string[]>;
}

const names = [
  'listFlights',
  'readFlight',
  'releaseFlight',
  'finishFlight',
  'cancelFlight',
  'listSessions',
  'endSessions',
  'listOutbox',
  'retryOutbox',
  'setAside',
  'saveAudit',
  'listAudit',
  'readUrl',
  'makeSetupPath',
  'backup',
] as const satisfies readonly (keyof Operator)[];

/** The operator's calls as methods of the control socket. */
export function toMethods(operator: Operator): ControlMethods {
  const ping = async () => 'pong';
  const methods = Object.fromEntries(
    names.map((name) => [
      name,
      async (args: readonly unknown[]) => (operator[name] as (...args: unknown[]) => unknown)(...args),
    ]),
  );
  return { ping, ...methods };
}

/** The same interface, answered by whoever `ask` reaches. */
export function fromMethods(ask: (method: string, args: readonly unknown[]) => Promise<unknown>): Operator {
  const calls = names.map((name) => [name, (...args: unknown[]) => ask(name, args)]);
  return Object.fromEntries(calls) as unknown as Operator;
}
