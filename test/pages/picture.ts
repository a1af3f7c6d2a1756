import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../docs/pictures');
const maxBytes = 400_000;

/** Saves what the page shows as `docs/pictures/NAME.png`. @throws Error for a picture that is too large for the docs */
export async function take(page: Page, name: string, height?: number): Promise<void> {
  const size = page.viewportSize();
  const clip = size === null || height === undefined ? {} : { clip: { x: 0, y: 0, width: size.width, height } };
  save(await page.screenshot(clip), name);
}

/** Saves a picture that was made in another way. @throws Error for one that is too large for the docs */
export function save(png: Buffer, name: string): void {
  const path = join(folder, `${name}.png`);
  if (png.length > maxBytes) throw new Error(`${path} has ${png.length} bytes; ${maxBytes} is the most.`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, png);
  console.log(`${path}: ${Math.round(png.length / 1_000)} kB`);
}
