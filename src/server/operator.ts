import type { AuditEntry } from '../journal/journal.ts';
import type { OperatorCalls } from '../tracking/operator-calls.ts';
import type { RuleCalls } from '../tracking/rules/rule-calls.ts';
import type { TrialCalls } from '../tracking/rules/trial-calls.ts';
import type { ApiKey, NewApiKey } from '../web/api/keys.ts';
import type { ProgramUpdates } from '../web/program-updates.ts';
import type { WebhookCalls } from '../webhooks/webhook-calls.ts';
import type { ClusterStatus } from './cluster/status.ts';
import type { PilotPrivacy } from './pilot-privacy.ts';

/** Calls of the operator's commands: those of the core, and those that only need the journal. */
export interface Operator
  extends Omit<OperatorCalls, 'exportPilot' | 'findErasable' | 'erasePilot'>,
    PilotPrivacy,
    RuleCalls,
    TrialCalls,
    ProgramUpdates,
    WebhookCalls {
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
  /** Creates a one-time link that makes an owner of the operator pages, and returns its path. */
  makeSetupPath(actor: string): Promise<string>;
  /** Copies the data directory's databases into this folder while they are in use; returns the files created. */
  backup(actor: string, folder: string): Promise<readonly string[]>;
}
