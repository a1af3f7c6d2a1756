import type { AuditEntry } from '../journal/journal.ts';
import type { OperatorCalls } from '../tracking/operator-calls.ts';
import type { ApiKey, NewApiKey } from '../web/api/keys.ts';
import type { WebhookDesk } from '../webhooks/desk.ts';
import type { ClusterStatus } from './cluster-status.ts';
import type { ControlMethods } from './control-socket.ts';
import type { PilotPrivacy } from './pilot-privacy.ts';

/** Calls of the operator's commands: those of the core, and those that only need the journal. */
export interface Operator
  extends Omit<OperatorCalls, 'exportPilot' | 'findErasable' | 'erasePilot'>,
    PilotPrivacy,
    WebhookDesk {
  /** Records in the audit log an action of a command that used none of these calls. */
  saveAudit(actor: string, action: string, subject: string, detail: string | null): Promise<void>;
  listAudit(limit: number): Promise<readonly AuditEntry[]>;
  /** Keys of other programs, newest first. */
  listApiKeys(): Promise<readonly ApiKey[]>;
  /** Makes a key; its secret is returned here and nowhere else. */
  createApiKey(actor: string, wanted: NewApiKey): Promise<{ readonly key: ApiKey; readonly secret: string }>;
  revokeApiKey(actor: string, id: string): Promise<ApiKey>;
  /** Returns where the running server listens: `http://127.0.0.1:8787`, `unix:/path`; null when none is running. */
  readUrl(): Promise<string | null>;
  /** Returns figures of the running server in the text format of Prometheus; null when none is running. */
  readMetrics(): Promise<string | null>;
  /** The servers that share the journal; null for one whose journal is a file. */
  readCluster(): Promise<ClusterStatus | null>;
  /** Creates a one-time link that sets the operator password, and returns its path. */
  makeSetupPath(actor: string): Promise<string>;
  /** Copies the data directory's databases into this folder while they are in use; returns the files created. */
  backup(actor: string, folder: string): Promise<readonly string[]>;
}

export const webhookNames = [
  'listWebhooks',
  'addWebhook',
  'changeWebhook',
  'removeWebhook',
  'switchWebhook',
  'rotateWebhook',
  'testWebhook',
  'listWebhookDeliveries',
  'resendWebhook',
] as const satisfies readonly (keyof WebhookDesk)[];

/** Returns the calls for webhooks as members of their own. */
export function webhookCalls(desk: WebhookDesk): WebhookDesk {
  const calls = webhookNames.map((name) => [name, (desk[name] as (...args: unknown[]) => unknown).bind(desk)]);
  return Object.fromEntries(calls) as unknown as WebhookDesk;
}

const names = [
  ...webhookNames,
  'listFlights',
  'pageFlights',
  'readFlight',
  'releaseFlight',
  'finishFlight',
  'cancelFlight',
  'listSessions',
  'endSessions',
  'listOutbox',
  'retryOutbox',
  'setAside',
  'savePilotExport',
  'erasePilot',
  'saveAudit',
  'listAudit',
  'listApiKeys',
  'createApiKey',
  'revokeApiKey',
  'readUrl',
  'readMetrics',
  'readCluster',
  'makeSetupPath',
  'backup',
] as const satisfies readonly (keyof Operator)[];

/** Returns the operator's calls as methods of the control socket. */
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

/** Returns the same interface, implemented by calls through `ask`. */
export function fromMethods(ask: (method: string, args: readonly unknown[]) => Promise<unknown>): Operator {
  const calls = names.map((name) => [name, (...args: unknown[]) => ask(name, args)]);
  return Object.fromEntries(calls) as unknown as Operator;
}
