import type { WebOptions } from './parts.ts';

/** A tile server that visitors can choose as their map. */
export interface MapSource {
  readonly name: string;
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** Plain text. */
  readonly attribution: string;
  /** Whether it is shown until a visitor chooses another. */
  readonly isDefault: boolean;
}

/** Returns the tile servers that are set, the default first. The included map is always there and not among them. */
export function mapSources({ tileUrl, tileAttribution, mapSources: more }: WebOptions): readonly MapSource[] {
  const own =
    tileUrl === null
      ? []
      : [
          {
            name: new URL(tileUrl.replaceAll(/[{}]/g, '')).host,
            url: tileUrl,
            attribution: tileAttribution ?? '',
            isDefault: true,
          },
        ];
  return [...own, ...more.map((source) => ({ ...source, isDefault: false }))];
}
