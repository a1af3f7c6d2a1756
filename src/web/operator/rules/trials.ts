import type { FastifyRequest } from 'fastify';
import { listPage } from '../../../lib/lists/list.ts';
import { instant } from '../../../lib/lists/list-csv.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { Rule } from '../../../tracking/rules/rule.ts';
import type { TriedFlight } from '../../../tracking/rules/trial.ts';
import type { Trial } from '../../../tracking/rules/trial-calls.ts';
import { formOf } from '../../access/guard.ts';
import type { OperatorScope } from '../../views.ts';
import { type Visitor, visitorOf } from '../../visitor/visitor.ts';
import { type OperatorList, registerExport } from '../list-export.ts';
import { looksFor } from './rule-words.ts';
import { readNumber } from './set-number.ts';

/** Seconds after which a page asks for the progress again, without a script. */
const refreshS = 3;
const maxPilots = 30;

interface ById {
  readonly Params: { readonly id: string };
}

const triedFlights: OperatorList<TriedFlight> = {
  path: 'rules/trials/:id',
  columns: {
    id: ({ flightId }) => flightId,
    flight: ({ name }) => name,
    pilot: ({ pilotIdent }) => pilotIdent,
    name: ({ pilotName }) => pilotName,
    departure: ({ departure }) => departure,
    arrival: ({ arrival }) => arrival,
    ended: ({ endedAt }) => instant(endedAt),
    was: ({ before }) => before,
    would_be: ({ after }) => after,
    score_was: ({ scoreBefore }) => scoreBefore,
    score: ({ score }) => score,
    rules: ({ rules }) => rules.map(({ rule }) => rule).join(' '),
  },
  words: ({ name, pilotIdent, pilotName, departure, arrival, before, after, rules }) => [
    ...[name, pilotIdent, pilotName, departure, arrival, before, after],
    ...rules.map(({ rule }) => rule),
  ],
  sorts: {
    changed: { title: 'sort.changed', by: ({ before, after }) => (before === after ? 1 : 0) },
    newest: { title: 'sort.newest', by: ({ endedAt }) => endedAt, isDescending: true },
    score: { title: 'sort.score', by: ({ score }) => score },
    pilot: { title: 'sort.pilot', by: ({ pilotIdent }) => pilotIdent },
  },
};

/** Registers the pages on which a set is tried on the flights of the past. */
export function registerTrials(operator: OperatorScope): void {
  const { scope, parts, show } = operator;
  const calls = parts.rules;
  registerExport(operator, triedFlights, async (request) => {
    const { flights } = await calls.readTrial((request.params as ById['Params']).id);
    return flights;
  });
  scope.post('/operator/rules/try', async (request, reply) => {
    const form = formOf(request);
    const since = readDay((form.get('since') ?? '').trim(), request);
    const { id } = await calls.startTrial(parts.access.actorOf(request), readNumber(form.get('set'), request), since);
    return reply.redirect(`trials/${id}`, 303);
  });
  scope.get<ById>('/operator/rules/trials/:id', async (request, reply) => {
    const { trial, flights } = await calls.readTrial(request.params.id);
    const set = await calls.readRuleSet(trial.set);
    if (trial.state === 'running' || trial.state === 'applying') void reply.header('refresh', String(refreshS));
    return show(request, reply, {
      titleKey: 'trial.title',
      titleValues: { name: trial.setName },
      view: 'operator/rules/trial',
      section: 'operator/rules',
      data: {
        trial,
        rules: ruleRows(trial, set.rules, visitorOf(request)),
        pilots: pilotRows(trial),
        pilotCount: Object.keys(trial.totals.pilots).length,
        list: listPage(flights, request.query, triedFlights),
      },
    });
  });
  scope.post<ById>('/operator/rules/trials/:id/apply', async (request, reply) => {
    await calls.applyTrial(parts.access.actorOf(request), request.params.id);
    return reply.redirect(`../${encodeURIComponent(request.params.id)}`, 303);
  });
  scope.post<ById>('/operator/rules/trials/:id/stop', async (request, reply) => {
    await calls.stopTrial(parts.access.actorOf(request), request.params.id);
    return reply.redirect(`../${encodeURIComponent(request.params.id)}`, 303);
  });
}

/** @throws Refusal `invalid` naming `since` */
function readDay(text: string, request: FastifyRequest): number | null {
  if (text === '') return null;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  const message = visitorOf(request).wording.say('trial.no-day');
  throw new Refusal('invalid', { message, fields: { since: message } });
}

/** Rules that fired, or could not be judged, those of many flights first. */
function ruleRows({ totals }: Trial, rules: readonly Rule[], visitor: Visitor) {
  return rules
    .flatMap((rule) => {
      const counted = totals.rules[rule.id];
      return counted === undefined ? [] : [{ id: rule.id, what: looksFor(rule, visitor), ...counted }];
    })
    .sort((one, other) => other.flights - one.flights || other.marks - one.marks);
}

/** Pilots for whom something would have been otherwise, or who would have lost points. */
function pilotRows({ totals }: Trial) {
  return Object.values(totals.pilots)
    .filter(({ changed, rejected, points }) => changed + rejected + points > 0)
    .sort((one, other) => other.changed - one.changed || other.points - one.points)
    .slice(0, maxPilots);
}
