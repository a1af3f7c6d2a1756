import type { DeliveryView } from '../webhooks/store/delivery-reader.ts';
import type { CommandIo } from './command.ts';
import { printList } from './crew-center/print.ts';
import { toInstant } from './table.ts';

/** Prints deliveries, with `--json` also what was sent and answered. */
export function printDeliveries(io: CommandIo, deliveries: readonly DeliveryView[]): void {
  printList(io, deliveries, {
    titles: ['NUMBER', 'EVENT', 'HAPPENED', 'FLIGHT', 'STATE', 'ATTEMPTS', 'NEXT', 'LAST ANSWER'],
    row: ({ number, type, at, flightId, state, attempts, nextAt, tries: [last] }) => [
      ...[number, type, toInstant(at), flightId, state, attempts, toInstant(nextAt)],
      last === undefined ? null : `${last.status ?? 'none'}: ${last.answer}`,
    ],
    none: 'Nothing was delivered yet.',
  });
}
