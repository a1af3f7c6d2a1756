import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What pages of the operator stand in: layout, sign-in and form protection. Given to whoever adds pages. */
export interface PageFrame {
  /** Routes below `/tracker/` that only the operator reaches; others are sent to the sign-in. */
  readonly scope: FastifyInstance;
  /** Answers with a page around this HTML, which is put out as it is. */
  send(request: FastifyRequest, reply: FastifyReply, page: FramedPage): FastifyReply;
  /** The form that came with this request, known to be one of the operator's own. */
  formOf(request: FastifyRequest): URLSearchParams;
  /** Writes into the audit log that the operator did this. */
  audit(action: string, subject: string, detail: string | null): Promise<void>;
  /** The value of the hidden field `csrf` of every form. */
  formToken(request: FastifyRequest): string;
  /** Id of the flight that has this PIREP, for a link to its page (`flights/…`); null when none of ours has. */
  flightOf(pirepId: string): Promise<string | null>;
  /** The way from this address up to `/tracker/`, for links. */
  rootOf(request: FastifyRequest): string;
}

/** Pages that a crew center brings along. */
export interface AddedPages {
  readonly menu: readonly MenuEntry[];
  register(frame: PageFrame): void;
}

export interface FramedPage {
  readonly title: string;
  readonly body: string;
  readonly status?: number;
  /** Which entry of the operator's menu is the current one: a path below `/tracker/`. */
  readonly section: string;
}

export interface MenuEntry {
  /** Path below `/tracker/`. */
  readonly path: string;
  readonly title: string;
}
