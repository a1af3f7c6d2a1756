import type { TObject, TSchema } from 'typebox';
import type { WireObject } from '../../contracts/contract.ts';
import type { KeptExport } from '../flight/export/exports.ts';
import type { Asker } from '../waiting.ts';
import type { ApiKey, ApiScope } from './keys.ts';

/** A route of the API for other programs. All are GET: the API only reads. */
export interface ApiRoute {
  /** Below `/tracker/api/v1`, with its parameters in braces: `/flights/{id}`. */
  readonly path: string;
  /** The scope that its key must have; `public` for what the map shows to everybody. */
  readonly access: 'public' | ApiScope;
  readonly summary: string;
  readonly description: string;
  readonly query: TObject | null;
  readonly params: TObject | null;
  /** The media type of its response, and the schema of one that is JSON. */
  readonly type: string;
  readonly answer: TSchema | null;
  /** The query of the documentation's example: `limit=2`. Parameters of the path are taken from a list. */
  readonly example: string;
  handle(request: ApiRequest): Promise<ApiAnswer>;
}

export interface ApiRequest {
  readonly query: WireObject;
  readonly params: WireObject;
  /** Null for a public route without one. */
  readonly key: ApiKey | null;
  readonly asker: Asker;
}

export interface ApiAnswer {
  /** Or a file that was made before. */
  readonly text: string | KeptExport;
  /** Overrides the route's. */
  readonly type?: string;
  /** Name under which a browser saves it. */
  readonly fileName?: string;
}

/** Returns the response with this document. */
export function json(document: unknown): ApiAnswer {
  return { text: JSON.stringify(document) };
}
