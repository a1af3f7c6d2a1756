/**
 * When an event happened. Clients write it as ISO text with or without a zone, with a blank in the place of the `T`, or as
 * seconds or milliseconds since 1970; without a zone it is UTC. null for what is no time.
 */
export function instantOf(written: unknown): number | null {
  if (typeof written === 'number') return within(written < 100_000_000_000 ? written * 1000 : written);
  if (typeof written !== 'string') return null;
  const text = written.trim();
  if (/^\d{9,13}(?:\.\d+)?$/.test(text)) return instantOf(Number(text));
  const [, date, time = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? [];
  if (date === undefined) return null;
  return within(Date.parse(`${date}T${time.replace(/(\.\d{3})\d+$/, '$1')}${zone === '' ? 'Z' : zone.toUpperCase()}`));
}

/** No clock of a flight is set to a time before smartCARS or to the next century. */
function within(at: number): number | null {
  return at >= Date.UTC(2000, 0, 1) && at < Date.UTC(2100, 0, 1) ? Math.round(at) : null;
}
