import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { Colleague } from '../../cluster/members.ts';

/** The figures of one process, whose labels tell which it is. */
export type OwnMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Name of the call between processes. */
export const metricsCall = 'metrics';

/** Returns the figures of several processes as one text; those of one that does not answer are missing. */
export async function readWhole(readOwn: () => Promise<OwnMetrics>, others: readonly Colleague[]): Promise<string> {
  const asked = others.map(async (other) => (await other.call(metricsCall, [])) as OwnMetrics);
  const answers = await Promise.allSettled([readOwn(), ...asked]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  // No two have the same labels, so that nothing is added up.
  const each = found.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'sum' })));
  return AggregatorRegistry.aggregate(each).metrics();
}
