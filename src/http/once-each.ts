/** Calls `tell` once for each text, and for no more than a hundred of them. */
export function onceEach(tell: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text) || told.size >= 100) return;
    told.add(text);
    tell(text);
  };
}
