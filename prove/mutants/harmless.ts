/** Mutants that change nothing that anybody can notice, by what `draw.ts` calls their text, each with the reason. */
export const harmless: Readonly<Record<string, string>> = {
  'src/journal/mysql/change-order.ts constant: const maxOrdered = [500 → (500 / 2)]; 1':
    'Changes get their place in batches until none is left: how large one is changes nothing else.',
  'src/tracking/rules/detectors/filed-track.ts swap arguments: legs.push({ ...legBetween(from, elsewhere), isUnknown: true }, { ...legBetween([to, elsewhere → elsewhere, to]), isUnknown: true }); 1':
    'A place is as far from a leg whichever of its ends is named first.',
  'src/journal/sealer.ts boundary: first = first === null || recordedAt [< → <=] first ? recordedAt : first; 1':
    'Of two equal times either is the oldest.',
  "src/journal/mysql/node-check.ts off by one: if (Number(settings.get('wsrep_max_ws_size') ?? [0 → 1]) < minWriteSetBytes) 1":
    'Neither is enough.',
  'src/journal/move/elsewhere.ts constant: const database = openSqlite(file, { readOnly: [true → false] }); 1':
    'The move opens the same file for writing in the next step.',
  'src/cluster/peer-watch.ts constant: const everyMs = [500 → (500 / 2)]; 1':
    'Silence is noticed up to a quarter of a second earlier, after three seconds all the same.',
  'src/cluster/door.ts drop await: [await closed → void closed]; 1':
    'Connections are destroyed and the port is free before Node says that it has closed.',
  'src/cluster/flight-board.ts swap arguments: this.#compare(noted, [live.flight, facts → facts, live.flight]); 1':
    'Each is compared with what was there before under the same name, and neither is read elsewhere; the compiler refuses it.',
  'src/cluster/silence.ts off by one: if (before?.beat !== beat) return [id, { beat, sinceMs: readEnd, countedMs: [0 → 1], silentMs: 0 }]; 1':
    'A millisecond of the five seconds after which others take over.',
  'src/platform/embedded/modules/manifest.ts drop call: const names = [readdirSync(folder).sort() → readdirSync(folder)]; 1':
    'Node lists a folder in this order already on the systems that it runs on here; it promises none.',
  "src/platform/embedded/imports/aircraft.ts drop call: nameOf: ({ registration = '', type = '' }) => [`${registration} ${type}`.trim() → `${registration} ${type}`], 1":
    'A blank at the end of a name on a page of a preview, where the line has no type and is refused.',
  "src/contracts/native/status.ts empty string: bodyLimit: ['normal' → ''], 1":
    'The call has no body; the compiler refuses it.',
  "src/platform/embedded/logbook.ts empty string: oldest: { title: ['Oldest' → ''], sql: filedAt }, 1":
    'The page names the orders in the pilot’s language.',
};
