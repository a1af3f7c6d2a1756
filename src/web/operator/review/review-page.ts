import type { FastifyRequest } from 'fastify';
import type { Flight } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { writeUnits } from '../../browser/units.js';
import { versionOf } from '../../flight/flight-records.ts';
import { judgementFor } from '../../flight/judged.ts';
import { markSentence } from '../../flight/mark-sentence.ts';
import { pageData } from '../../flight/page-data.ts';
import { rateLimitOf } from '../../flight/rate-dial.ts';
import type { WebParts } from '../../parts.ts';
import { plainVisitor, type Visitor, visitorOf } from '../../visitor/visitor.ts';
import { askerOf } from '../../waiting.ts';
import { nextOf, readDecisions, readQueue } from './queue.ts';
import { lastFlightOf, plannedRows } from './review-data.ts';
import type { PirepState } from './review-host.ts';

const maxLast = 5;

/** Style sheets and scripts of the flight page, whose parts a review shows, and those of the review itself. */
export const flightPageFiles = {
  styles: ['operator/operator.css', 'vendor/leaflet.css', 'map-look.css', 'flight/flight.css', 'flight/landing.css'],
  scripts: ['vendor/leaflet.js', 'flight/main.js', 'review/main.js'],
} as const;

/** Reads what one page of the review shows. */
export class ReviewPages {
  readonly #parts: WebParts;

  constructor(parts: WebParts) {
    this.#parts = parts;
  }

  /** Returns the data of the flight page's parts for the operator, and what the review shows beside them. */
  async dataOf(request: FastifyRequest, flight: Flight, state: PirepState) {
    const { records, reviewHost, rules, options, menu, clock } = this.#parts;
    const visitor = visitorOf(request);
    const record = await this.#recordOf(request, flight);
    const audit = await readDecisions(records);
    const queue = await readQueue(reviewHost, records);
    const next = nextOf(queue, flight, audit);
    const pirepId = flight.receipt?.pirepId ?? '';
    const context = {
      audience: 'operator',
      visitor,
      publicHours: options.publicHours,
      earlier: null,
      now: clock.now(),
      rateLimitFpm: await rateLimitOf(rules, judgementFor(record, 'operator')),
      nameOf: () => null,
    } as const;
    const { readPirep } = reviewHost.desk;
    const detail = typeof readPirep === 'function' ? await readPirep(flight.pilot.id, pirepId) : null;
    const views = { lang: visitor.lang, units: writeUnits(visitor.units), zone: visitor.zone };
    return {
      ...pageData(record, context),
      version: versionOf(record),
      // It is filed: nothing new will come.
      nextS: null,
      query: `?${new URLSearchParams(views)}`,
      review: {
        state,
        canDecide: reviewHost.decidePirep !== undefined,
        canAsk: reviewHost.commentPirep !== undefined,
        hostPage: (await reviewHost.findPirepPage?.(pirepId)) ?? null,
        ownPage: menu.some(({ path }) => path === 'admin/pireps')
          ? `admin/pireps/${encodeURIComponent(pirepId)}`
          : null,
        decided: audit.get(pirepId) ?? null,
        comments: detail?.comments ?? [],
        planned: plannedRows(record, visitor),
        last: await this.#lastFlights(flight, visitor),
        suggested: this.suggestedFor(flight),
        next,
        waitingCount: queue.length,
      },
    };
  }

  /** Returns what the rules found, as the comment with which the review begins; empty where they found nothing. */
  suggestedFor({ receipt }: Flight): string {
    const marks = receipt?.pirep.judgement?.marks ?? [];
    const visitor = plainVisitor();
    const worth = marks.filter(({ follows }) => !follows.includes('count'));
    return worth
      .map((mark) => `${visitor.figures.exactClock(mark.from)} ${mark.text ?? markSentence(mark, visitor)}`)
      .join('\n')
      .slice(0, 1_000)
      .trim();
  }

  async #recordOf(request: FastifyRequest, { id }: Flight) {
    const view = await this.#parts.tracking.operator.readFlight(id);
    if (view === null) throw new Refusal('flight-not-found', { message: 'There is no flight at this address.' });
    return this.#parts.flightRecords.read(view, false, askerOf(this.#parts, request).turn);
  }

  async #lastFlights({ number, pilot }: Flight, visitor: Visitor) {
    const request = { states: ['filed'], pilotIdent: pilot.ident, before: number, limit: maxLast } as const;
    const { flights } = await this.#parts.tracking.operator.pageFlights(request);
    return flights.flatMap(({ flight }) => lastFlightOf(flight, visitor) ?? []);
  }
}
