import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Correction } from '../tracking/model.ts';
import type { RefusalDetail } from '../tracking/refusals.ts';

/** The frame of the operator's pages: layout, sign-in and form protection. Passed to code that adds pages. */
export interface PageFrame {
  /** Adds routes below `/tracker/` for the operator only; others are redirected to the sign-in. */
  readonly scope: FastifyInstance;
  /** Sends a page with this HTML, which is not escaped. */
  send(request: FastifyRequest, reply: FastifyReply, page: FramedPage): FastifyReply;
  /** Returns the request's form after checking that it is from a page of the operator's. */
  formOf(request: FastifyRequest): URLSearchParams;
  /** Adds this action to the audit log, with the name of who sent the request. */
  audit(request: FastifyRequest, action: string, subject: string, detail: string | null): Promise<void>;
  /** The name of who sent the request, as in the audit log. */
  actorOf(request: FastifyRequest): string;
  /** The value of the hidden field `csrf` of every form. */
  formToken(request: FastifyRequest): string;
  /** Returns the id of the flight with this PIREP, for a link to its page (`flights/…`); null when there is none. */
  flightOf(pirepId: string): Promise<string | null>;
  /** Corrects figures of the PIREP of this flight, at the crew center and in what Tracker has of it; with its entry in the audit log. */
  correctPirep(
    request: FastifyRequest,
    flightId: string,
    wish: Pick<Correction, 'reason' | 'figures'>,
  ): Promise<unknown>;
  /** Sessions of this pilot, of clients and browsers. */
  sessionsOf(pilotId: string): Promise<readonly FramedSession[]>;
  /** Ends the sessions of this pilot, or one of them, at once; with its entry in the audit log. Returns how many. */
  endSessions(request: FastifyRequest, pilotId: string, sessionId?: string): Promise<number>;
  /** Returns the site's address as the operator's browser has it: `https://crew.example`. */
  siteOf(request: FastifyRequest): string;
  /** Returns the whole address of a page for the operator's browser. @param path - below `/tracker/` */
  addressOf(request: FastifyRequest, path: string): string;
  /** Sends a letter to a pilot, in the language of the reader; null where pilots get no mail. */
  readonly sendLetter: ((letter: FramedLetter) => void) | null;
  /** Returns the texts of the staff's pages in the reader's language. */
  wordsOf(request: FastifyRequest): FramedWords;
  /** Returns the relative path from this address to `/tracker/`, for links. */
  rootOf(request: FastifyRequest): string;
}

/** The texts of the staff's pages in one language, by their keys. What is no key is returned as it is. */
export interface FramedWords {
  say(key: string, values?: Readonly<Record<string, string | number>>): string;
  /** Returns a text that has markup, as HTML: its values are escaped. */
  sayMarkup(key: string, values?: Readonly<Record<string, string | number>>): string;
  /** Returns a sentence that was written in English, of a refusal above all, or as it is where it has no other text. */
  translate(sentence: string): string;
  /** Returns what a refusal says, of several fields one sentence after the other, and what is wrong with each. */
  sayDetail(detail: RefusalDetail): { readonly message: string; readonly fields: Readonly<Record<string, string>> };
}

/** What became of an application; `path` is of the page to which the letter leads, below `/tracker/`. */
export interface FramedLetter {
  readonly to: string;
  readonly lang: string;
  readonly kind: 'accepted' | 'refused';
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A session of a pilot, as staff see it. */
export interface FramedSession {
  readonly id: string;
  /** Of a client with an API key, which would be back with its next request. */
  readonly isByKey: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Another program whose clients may fly here, and what its users enter there. */
export interface OtherProgram {
  readonly name: string;
  /** Below the site's address. */
  readonly path: string;
  /** What the address is called there, and where it is entered. */
  readonly where: string;
  /** Why its clients are refused; null when they are let in. */
  refusedBecause(settings: { readonly clientTokenRequired: boolean }): string | null;
}

/** Something that may wait for staff on a page. */
export interface Waits {
  /** Where it is dealt with, below `/tracker/`. */
  readonly path: string;
  /** The key of the text that follows the number: `PIREP waits`, `PIREPs wait`. */
  readonly text: string;
  /** @throws Refusal where it cannot be read at the moment */
  count(): number | Promise<number>;
}

/** Pages that a crew center adds. */
export interface AddedPages {
  readonly menu: readonly MenuEntry[];
  readonly waits: readonly Waits[];
  register(frame: PageFrame): void;
}

export interface FramedPage {
  readonly title: string;
  readonly body: string;
  readonly status?: number;
  /** The current entry of the operator's menu: a path below `/tracker/`. */
  readonly section: string;
}

export interface MenuEntry {
  /** Path below `/tracker/`. */
  readonly path: string;
  /** The key of its text. */
  readonly title: string;
}
