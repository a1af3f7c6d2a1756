import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { browserCpuSeconds } from './process-tree.ts';

/** Frames of the page while something was done with it. */
export interface Frames {
  readonly p95Ms: number;
  readonly perSecond: number;
  /** CPU time of all of the browser's processes. */
  readonly cpuMsPerFrame: number;
  readonly cores: number;
}

/** Begins to record the times between frames in the page. */
export async function recordFrames(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    window.frameTimes = [];
    let last = performance.now();
    const next = (now) => { window.frameTimes.push(now - last); last = now; requestAnimationFrame(next); };
    requestAnimationFrame(next);
  })()`);
}

export async function measureFrames(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate('if (window.frameTimes !== undefined) window.frameTimes.length = 0');
  const [cpu, begun] = [browserCpuSeconds('chromium'), performance.now()];
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  const used = browserCpuSeconds('chromium') - cpu;
  const times = ((await page.evaluate('window.frameTimes ?? []')) as number[]).toSorted((a, b) => a - b);
  return {
    p95Ms: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
    perSecond: times.length / seconds,
    cpuMsPerFrame: (used * 1_000) / times.length,
    cores: used / seconds,
  };
}

/** Drags the map around in circles, as a hand would, for so long. */
export async function pan(page: Page, ms: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1_366, height: 768 };
  await page.mouse.move(width / 2, height / 2);
  await page.mouse.down();
  const begun = performance.now();
  for (let step = 0; performance.now() < begun + ms; step++) {
    await page.mouse.move(width / 2 + Math.sin(step / 20) * 300, height / 2 + Math.cos(step / 15) * 80);
    await setTimeout(12);
  }
  await page.mouse.up();
}

/** Turns the wheel over the map: in by some levels, out again, and so on. */
export async function zoom(page: Page, times: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1_366, height: 768 };
  await page.mouse.move(width / 2 + 100, height / 2);
  for (let turn = 0; turn < times; turn++) {
    await page.mouse.wheel(0, turn % 6 < 3 ? -120 : 120);
    await setTimeout(500);
  }
}
