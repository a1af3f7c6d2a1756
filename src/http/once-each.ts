/** Returns a function that calls `notify` once for each different text, for at most 100 of them. */
export function onceEach(notify: (text: string) => void): (text: string) => void {
  const seen = new Set<string>();
  return (text) => {
    if (seen.has(text) || seen.size >= 100) return;
    seen.add(text);
    notify(text);
  };
}
