/** Returns the name of a flight on pages, map and lists: its callsign (`DMO204`), else the crew center's ident. */
export function flightName({ callsign, ident }: { readonly callsign: string | null; readonly ident: string }): string {
  return callsign ?? ident;
}
