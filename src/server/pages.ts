import type { Config } from '../config/config.ts';
import { originOf } from '../http/exchange.ts';
import type { Origin } from '../http/origin.ts';
import { acceptsGzip } from '../http/reply.ts';
import { openBcrypt } from '../lib/bcrypt.ts';
import type { Clock } from '../lib/clock.ts';
import { networkOf } from '../lib/network.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { openAssets, ownAssets } from '../web/assets.ts';
import { Feed } from '../web/live/feed.ts';
import { Pace } from '../web/live/pace.ts';
import { registerLive } from '../web/live/routes.ts';
import { nobodyNamed } from '../web/live/shown-name.ts';
import { Viewers } from '../web/live/viewers.ts';
import { registerPages } from '../web/pages.ts';
import type { PublicNames } from '../web/public-names.ts';
import { Weather } from '../web/weather/weather.ts';
import { eventTypes, staffEventTypes } from '../webhooks/events.ts';
import { atOnce, type Looks, troublesOf } from './alerts/troubles.ts';
import { apiNeeds } from './api.ts';
import { dailyBackups } from './backups/daily-backups.ts';
import type { Health } from './health/health.ts';
import type { HttpServer } from './http.ts';
import { openMail } from './mail.ts';
import { exportPilot } from './pilot-privacy.ts';
import type { Replacements, Tracker } from './tracker.ts';

/** The web pages of the server. */
export interface Pages extends AsyncDisposable {
  /** False until somebody is owner of the operator pages, by a one-time link. */
  readonly hasOwner: boolean;
}

const maxViewers = 10_000;
const maxViewersPerNetwork = maxViewers / 4;

/** The frames of the map, and who gets them. */
export interface MapFeed {
  readonly feed: Feed;
  readonly viewers: Viewers;
}

/** Begins to feed the map with what these flights do. */
export function openMapFeed(
  tracking: Pick<Tracking, 'changes' | 'flights'>,
  clock: Clock,
  publicNames: Pick<PublicNames, 'shown'> = nobodyNamed,
): MapFeed {
  const viewers = new Viewers();
  return { viewers, feed: new Feed(tracking.changes, tracking.flights, viewers, clock, { publicNames }) };
}

/** Adds the live map, its feed, and all pages to the server. Disposing it disconnects the viewers. */
export async function addPages(
  { fastify, bodies }: HttpServer,
  tracker: Tracker,
  { pages, backups, pilotMail }: Config,
  { checks, release, health }: Looks & { readonly health: Pick<Health, 'conditions'> },
  replace: Pick<Replacements, 'assets' | 'passwordCost' | 'programs'> = {},
): Promise<Pages> {
  const { tracking, journal, pictures, clock, log } = tracker;
  const { viewers, feed } = openMapFeed(tracking, clock, tracker.publicNames);
  const pace = new Pace(clock);
  const bcrypt = openBcrypt(replace.passwordCost);
  registerLive(fastify, {
    feed,
    viewers,
    maxViewers,
    maxViewersPerNetwork,
    acceptsGzip,
    clock,
    pace,
    hostOf: (request) => throughHost(originOf(request)),
    networkOf: (request) => networkOf(originOf(request).address),
  });
  const { access } = await registerPages(fastify, {
    tracking,
    assets: replace.assets === undefined ? ownAssets() : openAssets(replace.assets),
    records: journal,
    clock,
    bcrypt,
    pictures,
    wishes: tracker.wishes,
    publicNames: tracker.publicNames,
    weather: weatherOf(tracker, pages.metarUrl),
    feeds: tracker.feeds,
    nextAskS: (request) => {
      const { address, base, hostMs } = originOf(request);
      return base === undefined ? null : pace.note(networkOf(address), hostMs ?? null);
    },
    firstFlights: (max) => feed.first(max),
    bodies,
    originOf,
    onError: (error) => log.error({ err: error }, 'a page failed'),
    onTrouble: (text, error) => log.warn({ err: error }, text),
    options: pages,
    api: apiNeeds({ ...tracker, changes: tracker.once.changes }, pages.apiOrigins),
    webhooks: { calls: tracker.operator, types: eventTypes, staffTypes: staffEventTypes },
    rules: tracker.operator,
    checks,
    release,
    // A newer release is on the page anyway, with what it changes.
    troubles: async () => troublesOf(tracker, await health.conditions(), { checks, release: null }, atOnce),
    programs: replace.programs ?? (tracker.programs.isInPlace ? tracker.operator : null),
    backups: dailyBackups(backups?.folder ?? null, tracker),
    exportPilot: (ident) => exportPilot({ operator: tracking.operator, crewCenter: tracker.crewCenter }, ident),
    erasePilot: (actor, ident) => tracker.operator.erasePilot(actor, ident),
    reviewHost: tracker.crewCenter.platform,
    join: tracker.crewCenter.join,
    home: tracker.crewCenter.home,
    booking: tracker.crewCenter.booking,
    keys: tracker.crewCenter.keys,
    logbook: tracker.crewCenter.logbook,
    findLogbook: tracker.crewCenter.platform.findLogbook?.bind(tracker.crewCenter.platform) ?? null,
    pilotMail: pilotMail === null ? null : { address: pilotMail.address, send: openMail(pilotMail) },
    extra: tracker.crewCenter.pages,
  });
  redirectToPages(fastify, tracker);
  return {
    hasOwner: access.staff.hasOwner,
    async [Symbol.asyncDispose]() {
      feed.close();
      await bcrypt.close();
    },
  };
}

/** Returns what the crew center's PHP says of a request that comes through it; null for others. */
function throughHost({ base, hostMs }: Origin): { readonly hostMs: number | null } | null {
  return base === undefined ? null : { hostMs: hostMs ?? null };
}

const weatherLineMs = 3_600_000;

/** The source of weather reports; its trouble is logged at most once an hour. */
function weatherOf({ clock, log }: Tracker, url: string | null): Weather | null {
  if (url === null) return null;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const onTrouble = (error: unknown) => {
    if (clock.now() - loggedAt < weatherLineMs) return;
    loggedAt = clock.now();
    log.warn({ err: error }, 'weather reports cannot be read');
  };
  return new Weather({ url, clock, onTrouble });
}

function redirectToPages(fastify: HttpServer['fastify'], { crewCenter }: Tracker): void {
  // Clients never request the root path, so it redirects to the pages.
  fastify.get('/', (_request, reply) =>
    reply.redirect(crewCenter.home?.isShown() === true ? 'tracker/home' : 'tracker/', 302),
  );
  // The path of the platform's own admin.
  if (crewCenter.pages !== null) fastify.get('/update', (_request, reply) => reply.redirect('tracker/update', 302));
}
