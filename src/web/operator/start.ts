import type { FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import type { Waits } from '../../platform/pages.ts';
import type { OutboxEntry } from '../../tracking/operator-calls.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { actorNameOf } from '../access/staff.ts';
import type { TextKey, Wording } from '../browser/wording.js';
import type { WebParts } from '../parts.ts';
import type { AuditLine } from '../records.ts';
import type { OperatorScope } from '../views.ts';
import { translate } from '../visitor/sentences.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { ended, maxUnderWay, underWay } from './lists.ts';
import { maxWaiting, readQueue } from './review/queue.ts';

/** Flights that are counted, and entries of the audit log that are looked through for one page, the newest. */
const maxEnded = 100;
const maxAudit = 300;
/** Entries that the page shows. */
const maxShown = 10;
/** What could not be counted may be many. */
const unknownCount = 2;

/** What is counted for the page. */
interface Counted extends Waits {
  /** From this number on there may be more. */
  readonly max?: number;
}

/** A number with what it is of, and the page where that is dealt with. */
interface Line {
  readonly path: string;
  /** Null where it could not be asked; `problem` then says why. */
  readonly count: number | null;
  readonly text: string;
  readonly isMore: boolean;
  readonly problem: string | null;
}

/** Registers the page to which sign-in leads: what waits for this member of the staff, what is wrong, and what changed since the last visit. */
export function registerStart({ scope, parts, show }: OperatorScope): void {
  const waiting = [...ownWaits(parts), ...(parts.extra?.waits ?? [])];
  scope.get('/operator/', async (request, reply) => {
    const may = (path: string) => parts.access.mayUse(request, path);
    const { wording } = visitorOf(request);
    return show(request, reply, {
      titleKey: 'menu.start',
      view: 'operator/start',
      section: 'operator',
      data: {
        release: parts.release,
        waits: await Promise.all(waiting.filter(({ path }) => may(path)).map((each) => lineOf(each, wording))),
        // They name flights and modules, and mending them is for those who see the outbox.
        troubles: may('operator/outbox') ? await parts.troubles() : null,
        visit: await sinceLastVisit(parts, request, wording),
      },
    });
  });
}

/** What may wait on our own pages, on every crew center. */
function ownWaits({ reviewHost, records, tracking: { operator }, wishes }: WebParts): readonly Counted[] {
  const review: Counted = {
    path: 'operator/review',
    text: 'waits.review',
    max: maxWaiting,
    // As many as that page lists: a PIREP that was filed by hand waits at the crew center alone.
    count: async () => (await readQueue(reviewHost, records)).length,
  };
  return [
    ...(reviewHost.listPending === undefined ? [] : [review]),
    {
      path: 'operator/outbox',
      text: 'waits.outbox',
      count: async () => (await operator.listOutbox()).filter(isStuck).length,
    },
    {
      path: 'operator/privacy',
      text: 'waits.erasure',
      count: () => wishes.erasures.length,
    },
    {
      path: 'operator/in-progress',
      text: 'waits.under-way',
      count: async () => (await operator.listFlights({ states: underWay, limit: maxUnderWay })).length,
    },
  ];
}

/** What was dropped is not: its pilot has to start again. */
function isStuck({ flight: { setAside, state, intent }, attempts }: OutboxEntry): boolean {
  return setAside !== null || (attempts > 0 && (state !== 'abandoned' || intent !== null));
}

/** Nobody waits for a number that cannot be had: the line says why, and the page is there. */
async function lineOf({ path, text, max = Number.POSITIVE_INFINITY, count }: Counted, wording: Wording): Promise<Line> {
  const say = (counted: number) => wording.say(text as TextKey, { count: counted });
  try {
    const counted = await count();
    return { path, count: counted, text: say(counted), isMore: counted >= max, problem: null };
  } catch (error) {
    return { path, count: null, text: say(unknownCount), isMore: false, problem: reasonOf(error, wording) };
  }
}

/** Why it could not be asked. @throws the error where that is no answer */
function reasonOf(error: unknown, wording: Wording): string {
  if (isRefusal(error)) return translate(wording, error.detail.message);
  if (error instanceof DatabaseUnavailable) return wording.say('start.database-away');
  throw error;
}

/** What others did since this member was here before, as far as the member may see it. */
async function sinceLastVisit({ access, tracking, records }: WebParts, request: FastifyRequest, wording: Wording) {
  const member = access.requireMember(request);
  const since = access.visits.find(member.id)?.before ?? null;
  const flights: Counted = {
    path: 'operator/ended',
    text: 'waits.ended',
    max: maxEnded,
    count: async () => {
      const wanted = { states: ended, endedSince: (since ?? 0) + 1, limit: maxEnded };
      return (await tracking.operator.listFlights(wanted)).length;
    },
  };
  const isNew = ({ at, actor }: AuditLine) => at > (since ?? 0) && actor !== actorNameOf(member);
  const readLines = async () => (await records.listAudit(maxAudit)).filter(isNew).slice(0, maxShown);
  return {
    since,
    flights: since === null ? [] : [await lineOf(flights, wording)],
    /** Null for whom they are not; a text says why they could not be read. */
    lines: access.mayUse(request, 'operator/audit')
      ? await readLines().catch((error) => reasonOf(error, wording))
      : null,
  };
}
