import type { FastifyRequest } from 'fastify';
import type { BodyBudget } from '../http/body-budget.ts';
import type { Bcrypt } from '../lib/bcrypt.ts';
import type { Clock } from '../lib/clock.ts';
import type { AddedPages, MenuEntry } from '../lib/page-frame.ts';
import type { FailureMemory } from '../tracking/login-limit.ts';
import type { Flight, Report } from '../tracking/model.ts';
import type { Tracking } from '../tracking/tracking.ts';
import type { Access } from './access/access.ts';
import type { Assets } from './assets.ts';

/** What the pages are made of; given by the composition root. */
export interface WebNeeds {
  readonly tracking: Tracking;
  readonly records: Records;
  readonly clock: Clock;
  readonly bcrypt: Bcrypt;
  /** Memory that the bodies of requests may take. */
  readonly bodies: BodyBudget;
  /** Where a request comes from, as far as proxies are believed. */
  readonly originOf: (request: FastifyRequest) => RequestOrigin;
  readonly onError: (error: unknown) => void;
  readonly options: WebOptions;
  /** Pages of the operator that others add. */
  readonly extra: AddedPages | null;
}

export interface RequestOrigin {
  readonly address: string;
  readonly isLocal: boolean;
  readonly isSecure: boolean;
}

export interface WebParts extends WebNeeds {
  /** The operator's menu beyond our own pages. */
  readonly menu: readonly MenuEntry[];
  readonly assets: Assets;
  readonly access: Access;
}

export interface WebOptions {
  /** Address of map tiles with `{z}`, `{x}` and `{y}`; null for the outlines that come along. */
  readonly tileUrl: string | null;
  /** Whom they come from, as plain text. */
  readonly tileAttribution: string | null;
  /** So long after its end anyone who has its address may see a flight, in hours. */
  readonly publicHours: number;
}

export const defaultWebOptions: WebOptions = { tileUrl: null, tileAttribution: null, publicHours: 24 };

/** What the pages read and write of our durable memory. */
export interface Records extends FailureMemory {
  readReports(flightNumber: number): Promise<readonly Report[]>;
  readFlight(name: { readonly flightId: string } | { readonly pirepId: string }): Promise<Flight | null>;
  readNote(name: string): string | null;
  saveNote(name: string, text: string | null): Promise<void>;
  saveAudit(entry: AuditLine): Promise<void>;
  listAudit(limit: number): Promise<readonly AuditLine[]>;
}

/** Who did what; `at` in milliseconds since the epoch. */
export interface AuditLine {
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string | null;
}
