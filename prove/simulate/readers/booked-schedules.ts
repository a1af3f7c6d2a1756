import type { Plan } from '../../../src/tracking/model.ts';
import type { ModelHost } from '../model-crew-center/host.ts';

const count = 80;

/** Adds the schedules that pilots may book, each like this one. */
export function addSchedules(host: ModelHost, planOf: (id: string, number: string) => Plan): void {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  host.schedules = new Map(numbers.map((each) => [`open${each}`, planOf(`open${each}`, String(5_000 + each))]));
}

/** Whether its bids are made and removed by those who plan, and flown by nobody: of the others a pilot may fly each. */
export function isForLooking(scheduleId: unknown): boolean {
  const [, number] = /^open(\d+)$/.exec(String(scheduleId)) ?? [];
  return number !== undefined && Number(number) % 2 === 1;
}
