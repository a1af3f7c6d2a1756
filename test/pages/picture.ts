import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../docs/pictures');
const maxBytes = 300_000;

/** Saves what the page shows as `docs/pictures/NAME.png`. @throws Error for a picture that is too large for the docs */
export async function take(page: Page, name: string, height?: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  const size = page.viewportSize();
  const clip = size === null || height === undefined ? {} : { clip: { x: 0, y: 0, width: size.width, height } };
  await page.screenshot({ path, ...clip });
  const { size: bytes } = statSync(path);
  if (bytes > maxBytes) throw new Error(`${path} has ${bytes} bytes; ${maxBytes} is the most.`);
  console.log(`${path}: ${Math.round(bytes / 1_000)} kB`);
}
