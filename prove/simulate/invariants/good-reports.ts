import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import { firstOf, type Invariant } from './invariant.ts';

/** A report may be ahead of the server's clock by so much. */
const aheadMs = 5 * 60_000;
/** A clock may be set right while a request is looked at. */
const slackMs = 2_000;

export const goodReportsAreTaken: Invariant = {
  name: 'good-reports-are-taken',
  sentence: 'No report is refused that is not wrong.',
  onAnswer(world, exchange, answer) {
    const refused = refusedBy(exchange, answer);
    if (refused.length > 0) world.counters.count('reports refused by servers', refused.length);
    return firstOf(
      refused.map(({ report, fields }) => {
        if (isTooFarAhead(report, exchange)) return null;
        if ('quota' in fields || 'seq' in fields) {
          world.counters.count('excused: a report beyond the quota of its flight');
          return null;
        }
        return `a report of ${String(member(report, 'recorded_at'))} was refused: ${JSON.stringify(fields)}`;
      }),
    );
  },
};

interface Refused {
  readonly report: unknown;
  readonly fields: object;
}

/** By contracts that name each report that they refuse. */
function refusedBy({ request, sent }: Exchange, { text }: WireAnswer): readonly Refused[] {
  if (!/^\/(?:api\/tracker\/(?:position|event)|acars\/position\.php)$/.test(request.path)) return [];
  const [answer, reports] = [readJson(text), member(sent, 'positions') ?? member(sent, 'events')];
  const refused = member(answer, 'refused');
  if (!Array.isArray(refused) || !Array.isArray(reports)) return [];
  return refused.map((item: unknown) => {
    const { index, ...fields } = item as { readonly index: number };
    return { report: reports[index], fields: (member(item, 'fields') as object | undefined) ?? fields };
  });
}

/** By the clock of the server that got it; where servers send requests on, whichever that was, by the true time. */
function isTooFarAhead(report: unknown, { arrivedAt, sentAt }: Exchange): boolean {
  return Date.parse(String(member(report, 'recorded_at'))) > (arrivedAt ?? sentAt) + aheadMs - slackMs;
}
