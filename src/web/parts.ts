import type { BodyBudget } from '../http/body-budget.ts';
import type { AddedPages, MenuEntry } from '../platform/pages.ts';
import type { Tracking } from '../tracking/tracking.ts';
import type { Access, AccessNeeds } from './access/access.ts';
import type { Assets } from './assets.ts';

/** What the pages are made of; given by the composition root. */
export interface WebNeeds extends AccessNeeds {
  readonly tracking: Tracking;
  /** Memory that the bodies of requests may take. */
  readonly bodies: BodyBudget;
  readonly onError: (error: unknown) => void;
  readonly options: WebOptions;
  /** Pages of the operator that others add. */
  readonly extra: AddedPages | null;
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
