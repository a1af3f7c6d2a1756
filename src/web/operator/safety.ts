import { flightName } from '../../tracking/model.ts';
import { detectorsByName } from '../../tracking/rules/detectors/detectors.ts';
import type { TextKey } from '../browser/wording.js';
import type { WebParts } from '../parts.ts';
import type { NamedFlight, SafetyFigures } from '../safety/figures.ts';
import { type Measure, mainMeasures, otherMeasures } from '../safety/measures.ts';
import { minFlights, minPilots, spreadOf } from '../safety/spread.ts';
import { type Breakdown, rateOf, type Tallies, tallyOf } from '../safety/tally.ts';
import type { OperatorScope } from '../views.ts';
import { type Visitor, visitorOf } from '../visitor/visitor.ts';
import { looksFor } from './rules/rule-words.ts';

/** Rows of a table, those with the most judged flights; flights with a name, the newest. */
const maxRows = 40;
const maxNamed = 30;

/** Registers the page with the rates of the safety programme. */
export function registerSafety({ scope, parts, show }: OperatorScope): void {
  scope.get('/operator/safety', async (request, reply) => {
    const visitor = visitorOf(request);
    const { figures, since, readAt, isWhole } = await parts.safety.read();
    return show(request, reply, {
      titleKey: 'safety.title',
      view: 'operator/safety',
      section: 'operator/safety',
      styles: ['vendor/uplot.css', 'operator/operator.css'],
      scripts: ['vendor/uplot.js', 'operator/safety/main.js'],
      data: {
        since,
        readAt,
        isWhole,
        judged: figures.judged,
        unjudged: figures.unjudged,
        measures: mainMeasures.map((measure) => ({ id: measure.id, title: titleOf(measure, visitor) })),
        rates: mainMeasures.map((measure) => rateRow(measure, figures, visitor)),
        others: otherRows(figures, visitor),
        months: figures.byMonth.groups.map(groupRow).sort((a, b) => a.name.localeCompare(b.name)),
        groups: [
          { name: 'type', ...widest(figures.byType) },
          { name: 'airport', ...widest(figures.byAirport) },
          { name: 'runway', ...widest(figures.byRunway) },
        ],
        minFlights,
        minPilots,
        spreads: mainMeasures.map((measure) => ({
          title: titleOf(measure, visitor),
          ...spreadOf(measure, figures.byPilot),
        })),
        named: await readNamed(parts, figures.named),
        isNamedCut: figures.named.length > maxNamed,
      },
    });
  });
}

/** The main ones have names of their own; the others are named by what a rule looks for. */
function titleOf({ id, detector, elements }: Measure, visitor: Visitor): string {
  const own = visitor.wording.say(`measure.${id}` as TextKey);
  return own.startsWith('measure.') ? looksFor({ detector, element: elements?.[0] ?? null }, visitor) : own;
}

function orText(values: readonly number[], { wording }: Visitor): string {
  return values.map(String).reduce((first, second) => wording.say('safety.or', { first, second }));
}

/** Everything else that a rule looked for. */
function otherRows(figures: SafetyFigures, visitor: Visitor) {
  return otherMeasures
    .filter(({ id }) => tallyOf(figures.all, id).judged > 0)
    .map((each) => rateRow(each, figures, visitor));
}

function rateRow(measure: Measure, figures: SafetyFigures, visitor: Visitor) {
  const detector = detectorsByName.get(measure.detector);
  const limits = measure.limits.flatMap((name) => {
    const values = figures.limitsOf(measure, name);
    const { title = name, unit = '' } = detector?.limits[name] ?? {};
    return values.length === 0 ? [] : [`${title}: ${orText(values, visitor)} ${unit}`.trimEnd()];
  });
  return {
    title: titleOf(measure, visitor),
    ...cellOf(figures.all, measure),
    limits,
    source: detector?.description ?? '',
  };
}

function groupRow([name, tallies]: readonly [string, Tallies]) {
  return { name, cells: mainMeasures.map((measure) => cellOf(tallies, measure)) };
}

function cellOf(tallies: Tallies, { id }: Measure) {
  const tally = tallyOf(tallies, id);
  return { ...tally, rate: rateOf(tally) };
}

function widest(breakdown: Breakdown) {
  const weight = (tallies: Tallies) => Math.max(0, ...mainMeasures.map(({ id }) => tallyOf(tallies, id).judged));
  const known = breakdown.groups.filter(([, tallies]) => weight(tallies) > 0);
  const sorted = known.toSorted(([a, left], [b, right]) => weight(right) - weight(left) || a.localeCompare(b));
  return { rows: sorted.slice(0, maxRows).map(groupRow), total: sorted.length };
}

/** Names are read when they are shown: an erased pilot's are gone at once. */
async function readNamed({ tracking }: Pick<WebParts, 'tracking'>, named: readonly NamedFlight[]) {
  const views = await Promise.all(
    newestFirst(named)
      .slice(0, maxNamed)
      .map(async ({ flightId, at, marks }) => {
        const view = await tracking.operator.readFlight(flightId);
        if (view === null) return [];
        const { plan, pilot } = view.flight;
        return [{ name: flightName(plan), pilot, flightId, at, marks }];
      }),
  );
  return views.flat();
}

/** They were added by when they began. */
function newestFirst(named: readonly NamedFlight[]): readonly NamedFlight[] {
  return named.toSorted((a, b) => b.at - a.at);
}
