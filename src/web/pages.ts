import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openBodyBytes, readBodies, releaseBody } from '../http/body.ts';
import { checkFormShape } from '../http/body-shape.ts';
import { FairTurns } from '../lib/fair-turns.ts';
import { Access } from './access/access.ts';
import { formOf, guardForms, requireOperator } from './access/guard.ts';
import { Pilots } from './access/pilots.ts';
import { registerAccess } from './access/routes.ts';
import { registerAirport } from './airport/routes.ts';
import { registerApi } from './api/api.ts';
import { registerAssets } from './asset-routes.ts';
import { readBrand } from './brand.ts';
import { showError, showNoPage } from './error-pages.ts';
import { Exports } from './flight/export/exports.ts';
import { FlightRecords } from './flight/flight-records.ts';
import { registerFlight } from './flight/routes.ts';
import { safeHeaders } from './headers.ts';
import { registerHome } from './home/routes.ts';
import { Letters } from './join/letters.ts';
import { registerJoin } from './join/routes.ts';
import { registerMap } from './map/routes.ts';
import { readMultipartForm } from './multipart-form.ts';
import { registerMy } from './my/routes.ts';
import { registerOperator } from './operator/routes.ts';
import type { WebNeeds, WebParts } from './parts.ts';
import { addressOf, publicLocation, rootOf, siteOf } from './place.ts';
import { registerReplay } from './replay/routes.ts';
import { registerRoute } from './route/routes.ts';
import { SafetyReading } from './safety/safety-reading.ts';
import { Views } from './views.ts';
import { pageChoices } from './visitor/page-choices.ts';
import { registerVisitor } from './visitor/routes.ts';
import { visitorOf } from './visitor/visitor.ts';
import { waitForTurn } from './waiting.ts';
import { registerWeather } from './weather/routes.ts';

/** Registers all pages below `/tracker/`. */
export async function registerPages(app: FastifyInstance, needs: WebNeeds): Promise<WebParts> {
  const access = await Access.open(needs);
  const pilots = new Pilots({ ...needs, calls: needs.tracking.calls, signer: access.signer });
  const turns = new FairTurns();
  const flightRecords = new FlightRecords(needs.records);
  const exports = new Exports(needs.records, flightRecords);
  const safety = new SafetyReading(needs);
  app.addHook('onClose', async () => safety.close());
  const letters = lettersOf(needs);
  const made = { access, pilots, turns, flightRecords, exports, safety, letters };

  const parts: WebParts = { ...needs, ...made, menu: needs.extra?.menu ?? [] };
  const views = new Views(parts);
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(safeHeaders));
      scope.addHook('onRequest', waitForTurn(parts));
      scope.addHook('onSend', async (request, reply) => {
        const location = reply.getHeader('location');
        if (typeof location === 'string') void reply.header('location', publicLocation(request, location));
      });
      acceptForms(scope, parts);
      guardForms(scope, access, pilots);
      scope.setErrorHandler((error, request, reply) => showError(parts, views, error, request, reply));
      scope.setNotFoundHandler((request, reply) => showNoPage(views, request, reply));
      // Otherwise the catch-all route would handle them.
      scope.get('/*', { exposeHeadRoute: false }, (_request, reply) => reply.callNotFound());
      registerAssets(scope, parts);
      registerVisitor(scope);
      registerApi(scope, parts, views);
      registerMap(scope, parts, views);
      registerFlight(scope, parts, views);
      registerAirport(scope, parts, views);
      registerReplay(scope, parts, views);
      registerWeather(scope, parts);
      registerRoute(scope, parts);
      registerMy(scope, parts, views);
      registerJoin(scope, parts, views);
      registerHome(scope, parts, views);
      registerAccess(scope, parts, views);
      registerOperator(scope, parts, views);
      registerExtra(scope, parts, views);
    },
    { prefix: '/tracker' },
  );
  registerElsewhere(app, parts, views);
  return parts;
}

function lettersOf({ pilotMail, tracking, onTrouble }: WebNeeds): Letters | null {
  if (pilotMail === null) return null;
  return new Letters(
    pilotMail,
    () => readBrand(tracking),
    (error) => onTrouble('a mail was not sent', error),
  );
}

/** Registers the crew center's own pages, with the same layout and behind the same sign-in. */
function registerExtra(parent: FastifyInstance, parts: WebParts, views: Views): void {
  void parent.register(async (scope) => {
    // Before the body is read: bodies of requests without a session are not read.
    scope.addHook('onRequest', async (request) => requireOperator(parts.access, request));
    parts.extra?.register({
      scope,
      send: (request, reply, { body, ...page }) =>
        views.sendBody(request, reply, { styles: ['operator/operator.css'], isTranslated: true, ...page }, body),
      formOf,
      audit: (request, action, subject, detail) =>
        parts.records.saveAudit({
          at: parts.clock.now(),
          actor: parts.access.actorOf(request),
          action,
          subject,
          detail,
        }),
      actorOf: (request) => parts.access.actorOf(request),
      flightOf: async (pirepId) => (await parts.records.readFlight({ pirepId }))?.id ?? null,
      sessionsOf: async (pilotId) =>
        (await parts.tracking.operator.listSessions()).filter(({ pilot }) => pilot.id === pilotId),
      endSessions: (request, ...which) => parts.tracking.operator.endSessions(parts.access.actorOf(request), ...which),
      correctPirep: (request, flightId, wish) =>
        parts.tracking.operator.correctPirep(parts.access.actorOf(request), flightId, wish),
      formToken: (request) => parts.access.formToken(request),
      siteOf,
      addressOf,
      sendLetter: parts.letters === null ? null : (letter) => parts.letters?.send(letter),
      wordsOf: (request) => pageChoices(visitorOf(request), request.url),
      rootOf: (request) => rootOf(request),
    });
  });
}

/** Parses form bodies, also with files, as `URLSearchParams`; other content types are rejected. */
function acceptForms(scope: FastifyInstance, { access, bodies: budget, clock }: WebParts): void {
  const allowanceOf = (request: FastifyRequest) => {
    const isKnown = access.isSignedIn(request);
    const limit = request.routeOptions.bodyLimit ?? 0;
    return { isKnown, maxBytes: isKnown ? limit : Math.min(limit, openBodyBytes), growth: null };
  };
  scope.removeAllContentTypeParsers();
  const rules = { budget, clock, allowanceOf, onBytes: null };
  readBodies(scope, 'application/x-www-form-urlencoded', rules, (bytes) => {
    checkFormShape(bytes);
    return new URLSearchParams(bytes.toString('utf8'));
  });
  readBodies(scope, 'multipart/form-data', rules, readMultipartForm);
  scope.addHook('onResponse', async (request) => releaseBody(request));
}

/** Handles addresses that nothing serves: a page for browsers, the contract's response for clients. */
function registerElsewhere(app: FastifyInstance, parts: WebParts, views: Views): void {
  app.get('/*', { exposeHeadRoute: false, onRequest: waitForTurn(parts) }, (request, reply) => {
    if (!String(request.headers.accept ?? '').includes('text/html')) return reply.callNotFound();
    return showNoPage(views, request, reply.headers(safeHeaders));
  });
}
