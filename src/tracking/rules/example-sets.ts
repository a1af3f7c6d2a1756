import type { Consequence } from '../model.ts';
import type { DetectorsByName } from './detector-input.ts';
import type { RuleSetInput } from './rule-input.ts';
import { readRuleSet } from './rule-input.ts';

/** Names of the examples, from the mildest to the strictest. `standard` is a good set to begin with. */
export const exampleNames = ['relaxed', 'standard', 'strict'] as const;
export type ExampleName = (typeof exampleNames)[number];

interface ExampleRule {
  readonly id: string;
  readonly detector: string;
  readonly element?: string;
  readonly limits?: Readonly<Record<string, number>>;
  readonly follows: readonly Consequence[];
  readonly points?: number;
  readonly maxPoints?: number;
  readonly exemptions?: { readonly emergency?: boolean; readonly diversion?: boolean };
}

/** Points with their maximum. */
const points = (each: number, maxPoints = each) => ({ follows: ['points'], points: each, maxPoints }) as const;
const counted = { follows: ['count'] } as const;
const commented = { follows: ['comment'] } as const;
const reviewed = { follows: ['review'] } as const;
const mayDivert = { exemptions: { diversion: true, emergency: true } } as const;
const mayHurry = { exemptions: { emergency: true } } as const;

/** Only what no flight should have is looked at by people; the rest is counted, or said to the pilot. */
const relaxed: readonly ExampleRule[] = [
  { id: 'accept', detector: 'every-flight', follows: ['accept'] },
  { id: 'slewed', detector: 'slewed', ...reviewed },
  { id: 'jumped', detector: 'jumped', ...reviewed },
  { id: 'crash', detector: 'crash', ...reviewed },
  { id: 'paused', detector: 'paused', limits: { maxS: 3_600 }, ...commented },
  { id: 'sim-rate', detector: 'sim-rate', limits: { maxRate: 4 }, ...commented },
  { id: 'other-aircraft', detector: 'other-aircraft', ...commented },
  { id: 'hard-landing', detector: 'landing', element: 'rate', limits: { rateFpm: 1_000 }, ...points(10, 20) },
  { id: 'wrong-airport', detector: 'landing', element: 'wrong-airport', ...commented },
  { id: 'unstable-approach', detector: 'unstable-approach', ...counted },
  { id: 'go-around', detector: 'go-around', ...counted },
  { id: 'speed-below-10000', detector: 'speed-below-10000', limits: { maxKt: 280 }, ...points(5), ...mayHurry },
];

/** A clean flight is accepted, mistakes take points, and what looks like no flight is reviewed. */
const standard: readonly ExampleRule[] = [
  { id: 'accept', detector: 'every-flight', follows: ['accept'] },
  { id: 'slewed', detector: 'slewed', ...reviewed },
  { id: 'jumped', detector: 'jumped', ...reviewed },
  { id: 'refuelled', detector: 'refuelled', ...reviewed },
  { id: 'crash', detector: 'crash', follows: ['reject'] },
  { id: 'paused', detector: 'paused', limits: { maxS: 600 }, ...commented },
  { id: 'sim-rate', detector: 'sim-rate', ...points(10) },
  { id: 'other-aircraft', detector: 'other-aircraft', follows: ['reason-needed'] },
  { id: 'gap-before-touchdown', detector: 'gap-before-touchdown', ...reviewed },
  { id: 'wrong-airport', detector: 'landing', element: 'wrong-airport', follows: ['reason-needed'], ...mayDivert },
  { id: 'hard-landing', detector: 'landing', element: 'rate', ...points(10, 20) },
  { id: 'load-at-landing', detector: 'landing', element: 'g', ...points(10, 20) },
  { id: 'long-landing', detector: 'landing', element: 'long', ...points(5, 10) },
  { id: 'bounced', detector: 'landing', element: 'bounce', ...points(3, 6) },
  { id: 'overrun', detector: 'overrun', ...reviewed, ...mayHurry },
  { id: 'unstable-approach', detector: 'unstable-approach', ...points(3, 12), ...mayHurry },
  { id: 'go-around', detector: 'go-around', ...counted },
  { id: 'touch-and-go', detector: 'touch-and-go', ...counted },
  { id: 'speed-below-10000', detector: 'speed-below-10000', ...points(5, 15), ...mayHurry },
  { id: 'taxi-speed', detector: 'taxi-speed', ...points(3, 9), ...mayHurry },
  { id: 'lights', detector: 'lights', ...points(2, 6) },
  { id: 'fuel-at-landing', detector: 'fuel-at-landing', follows: ['reason-needed'], ...mayHurry },
  { id: 'late', detector: 'late', ...counted },
  { id: 'off-plan', detector: 'off-plan', ...commented, ...mayDivert },
];

/** For airlines that train: nothing is accepted by itself that has a mark which somebody should see. */
const strict: readonly ExampleRule[] = [
  { id: 'accept', detector: 'every-flight', follows: ['accept'] },
  { id: 'slewed', detector: 'slewed', follows: ['reject'] },
  { id: 'jumped', detector: 'jumped', follows: ['reject'] },
  { id: 'refuelled', detector: 'refuelled', follows: ['reject'] },
  { id: 'crash', detector: 'crash', follows: ['reject'] },
  { id: 'paused', detector: 'paused', limits: { maxS: 60 }, ...reviewed },
  { id: 'sim-rate', detector: 'sim-rate', follows: ['reject'] },
  { id: 'other-aircraft', detector: 'other-aircraft', ...reviewed },
  { id: 'gap-before-touchdown', detector: 'gap-before-touchdown', follows: ['reject'] },
  { id: 'wrong-airport', detector: 'landing', element: 'wrong-airport', ...reviewed, ...mayDivert },
  { id: 'no-runway', detector: 'landing', element: 'no-runway', ...reviewed, ...mayDivert },
  { id: 'hard-landing', detector: 'landing', element: 'rate', limits: { rateFpm: 500 }, ...points(15, 30) },
  { id: 'load-at-landing', detector: 'landing', element: 'g', limits: { g: 1.6 }, ...points(15, 30) },
  { id: 'long-landing', detector: 'landing', element: 'long', ...points(10, 20) },
  { id: 'off-centre', detector: 'landing', element: 'off-centre', ...points(5, 10) },
  { id: 'bounced', detector: 'landing', element: 'bounce', ...points(5, 10) },
  { id: 'overrun', detector: 'overrun', follows: ['points', 'review'], points: 20, ...mayHurry },
  { id: 'unstable-approach', detector: 'unstable-approach', ...points(5, 25), ...mayHurry },
  { id: 'unstable-and-landed', detector: 'unstable-approach', element: 'sink-rate', ...reviewed, ...mayHurry },
  { id: 'go-around', detector: 'go-around', ...commented },
  { id: 'touch-and-go', detector: 'touch-and-go', ...reviewed },
  { id: 'speed-below-10000', detector: 'speed-below-10000', ...points(10, 30), ...mayHurry },
  { id: 'taxi-speed', detector: 'taxi-speed', limits: { maxKt: 25 }, ...points(5, 15), ...mayHurry },
  { id: 'lights', detector: 'lights', ...points(5, 15) },
  { id: 'fuel-at-landing', detector: 'fuel-at-landing', ...reviewed, ...mayHurry },
  { id: 'late', detector: 'late', ...commented },
  { id: 'early', detector: 'early', ...commented },
  { id: 'off-plan', detector: 'off-plan', follows: ['reason-needed'], ...mayDivert },
];

const examples: Readonly<Record<ExampleName, readonly ExampleRule[]>> = { relaxed, standard, strict };

/** Returns an example as staff may save it, changed or as it is. */
export function exampleSet(name: ExampleName, detectors: DetectorsByName): RuleSetInput {
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return readRuleSet({ name: title, rules: examples[name] }, detectors);
}
