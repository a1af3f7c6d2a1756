import type { BatchMessage, WriterStart } from '../src/journal/operations.ts';
import { WriterHere } from '../src/journal/writer-here.ts';

class CopyingWriter extends WriterHere {
  override write(message: BatchMessage): void {
    super.write(structuredClone(message, { transfer: [message.rows.buffer] }));
  }
}

/**
 * What the journal's thread does, in this one: to start a thread costs as much as the rest of a server, and only tests of the
 * journal and of whole processes are about it. A message is copied as a thread gets it, so that what cannot be copied, or is
 * used after it was sent, is found here too.
 */
export function startCopyingWriter(start: WriterStart): WriterHere {
  return new CopyingWriter(start);
}
