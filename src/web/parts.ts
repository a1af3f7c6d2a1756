import type { FastifyRequest } from 'fastify';
import type { BodyBudget } from '../http/body-budget.ts';
import type { FairTurns } from '../lib/fair-turns.ts';
import type { AddedPages, MenuEntry } from '../platform/pages.ts';
import type { NetworkFeeds } from '../tracking/figures/network-track.ts';
import type { RuleCalls } from '../tracking/rules/rule-calls.ts';
import type { TrialCalls } from '../tracking/rules/trial-calls.ts';
import type { Tracking } from '../tracking/tracking.ts';
import type { WebhookCalls } from '../webhooks/webhook-calls.ts';
import type { Access } from './access/access.ts';
import type { AccessNeeds } from './access/needs.ts';
import type { Pilots } from './access/pilots.ts';
import type { ApiNeeds } from './api/needs.ts';
import type { Assets } from './assets.ts';
import type { DailyBackups } from './daily-backups.ts';
import type { Exports } from './flight/export/exports.ts';
import type { FlightRecords } from './flight/flight-records.ts';
import type { HomeHost } from './home/home-host.ts';
import type { JoinHost, KeyHost } from './join/join-host.ts';
import type { Letters, PilotMail } from './join/letters.ts';
import type { BookingHost } from './my/book/booking-host.ts';
import type { LogbookHost } from './my/logbook-host.ts';
import type { PilotWishes } from './my/wishes.ts';
import type { ReleaseNotice } from './newer-release.ts';
import type { ReviewHost } from './operator/review/review-host.ts';
import type { Pictures } from './picture/pictures.ts';
import type { ProgramUpdates } from './program-updates.ts';
import type { PublicNames } from './public-names.ts';
import type { SafetyReading } from './safety/safety-reading.ts';
import type { SiteChecks } from './site-checks.ts';
import type { Weather } from './weather/weather.ts';

/** What the pages need; provided by the composition root. */
export interface WebNeeds extends AccessNeeds {
  readonly tracking: Tracking;
  readonly assets: Assets;
  /** Memory budget for request bodies. */
  readonly bodies: BodyBudget;
  readonly onError: (error: unknown) => void;
  /** Called when a source cannot be read without which a page is shown all the same, or a mail cannot be sent; the text is a line of the log. */
  onTrouble(
    text: 'navigation data cannot be read' | 'a mail was not sent' | 'bookings cannot be read',
    error: unknown,
  ): void;
  /** The API for other programs. */
  readonly api: ApiNeeds;
  readonly options: WebOptions;
  readonly backups: DailyBackups;
  readonly webhooks: {
    readonly calls: WebhookCalls;
    /** Types of events, to choose from. */
    readonly types: readonly string[];
    /** Those for channels of the staff. */
    readonly staffTypes: readonly string[];
  };
  /** The airline's rules, and what they would have done. */
  readonly rules: RuleCalls & TrialCalls;
  readonly pictures: Pictures;
  /** What pilots wish of their data, and who agreed to be named. */
  readonly wishes: PilotWishes;
  readonly publicNames: PublicNames;
  /** Weather reports of airports; null without a source. */
  readonly weather: Weather | null;
  /** What networks show; those that the operator switched on. */
  readonly feeds: NetworkFeeds;
  /** Notes a page that keeps itself up to date through the crew center's PHP, and returns the seconds until it should ask again; null for others. */
  nextAskS(request: FastifyRequest): number | null;
  /** Returns some of the flights on the live map as JSON, so that it shows them before its feed is read. */
  firstFlights(max: number): string;
  /** Yields what is kept of a pilot, as pieces of one JSON document. @throws Refusal `not-found` */
  exportPilot(ident: string): Promise<AsyncIterable<string>>;
  /** Erases a pilot here and in the embedded crew center; returns what was erased and what remains, in words. */
  erasePilot(actor: string, ident: string): Promise<{ readonly erased: string; readonly remains: string | null }>;
  /** Null where there is no site that could be checked. */
  readonly checks: SiteChecks | null;
  /** Null where nobody looks for releases. */
  readonly release: ReleaseNotice | null;
  /** What is wrong now with this server, as staff are alerted: a sentence each, and the page below `/tracker/` on which it is dealt with. */
  troubles(): Promise<readonly { readonly text: string; readonly page: string | null }[]>;
  /** Updates of this program; null where it was not set up through the folder of a site. */
  readonly programs: ProgramUpdates | null;
  /** The crew center, as far as its staff decides about PIREPs. */
  readonly reviewHost: ReviewHost;
  /** The crew center, where it keeps its pilots itself; null where they register elsewhere. */
  readonly join: JoinHost | null;
  /** What its first page says, and what its pilots are offered where they book; null where it has its own pages. */
  readonly home: HomeHost | null;
  readonly booking: BookingHost | null;
  /** The crew center, where it keeps the API keys of its pilots itself. */
  readonly keys: KeyHost | null;
  /** The crew center, where it keeps PIREPs itself; else where its pilots see them, if that is known. */
  readonly logbook: LogbookHost | null;
  readonly findLogbook: (() => Promise<string>) | null;
  /** Null where pilots get no mail. */
  readonly pilotMail: PilotMail | null;
  /** The crew center's own operator pages. */
  readonly extra: AddedPages | null;
}

export interface WebParts extends WebNeeds {
  /** Menu entries of the crew center's own pages. */
  readonly menu: readonly MenuEntry[];
  readonly access: Access;
  /** The pilots who are signed in. */
  readonly pilots: Pilots;
  /** Null where pilots get no mail. */
  readonly letters: Letters | null;
  /** The turns of visitors, also of what is made for them in pieces. */
  readonly turns: FairTurns;
  readonly flightRecords: FlightRecords;
  readonly exports: Exports;
  /** What the rules found on the flights of the last months, counted. */
  readonly safety: SafetyReading;
}

export interface WebOptions {
  /** Further tile servers for visitors to choose from. */
  readonly mapSources: readonly { readonly name: string; readonly url: string; readonly attribution: string }[];
  /** URL of map tiles with `{z}`, `{x}` and `{y}`; null for the built-in outlines. */
  readonly tileUrl: string | null;
  /** Attribution of the tiles, as plain text. */
  readonly tileAttribution: string | null;
  /** Hours after its end during which a flight is public. */
  readonly publicHours: number;
  /** Folder with waypoints and airways; null for none. */
  readonly navigationData: string | null;
}
