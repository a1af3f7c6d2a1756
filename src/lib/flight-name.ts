/** What a flight is called on every page, map and list: its callsign (`DMO204`), else the crew center's own ident. */
export function flightName({ callsign, ident }: { readonly callsign: string | null; readonly ident: string }): string {
  return callsign ?? ident;
}
