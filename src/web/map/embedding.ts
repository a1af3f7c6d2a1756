/** The parts of the map that a frame can have beside the map itself. */
export const embedParts = ['header', 'search', 'list', 'recent', 'card'] as const;

/** How the map is shown in a frame of another site. */
export interface Embedding {
  readonly isEmbedded: boolean;
  /** Parts that are not shown. */
  readonly without: readonly string[];
}

/**
 * Reads `?embed=list,card`: the map in a frame with these parts alone; `?embed=map` has none of them, and `?embed` or
 * `?embed=all` has all. Unknown names are ignored.
 */
export function readEmbedding(query: Readonly<Record<string, unknown>>, isEmbedPath: boolean): Embedding {
  const { embed } = query;
  if (typeof embed !== 'string') return { isEmbedded: isEmbedPath, without: [] };
  const wanted = embed.toLowerCase().slice(0, 200).split(',');
  const isWhole = embed === '' || wanted.includes('all');
  return { isEmbedded: true, without: isWhole ? [] : embedParts.filter((part) => !wanted.includes(part)) };
}
