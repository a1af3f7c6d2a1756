import { parentPort, workerData } from 'node:worker_threads';
import { ofThisThread, SpareHeap } from '../lib/spare-heap.ts';
import { writingHost } from './file-host.ts';
import { FileWriter } from './file-writer.ts';
import { type BatchMessage, ready, scrub, type WriterStart } from './operations.ts';

// The writer's thread; an error thrown here is a bug and ends the process.

const port = parentPort;
if (port === null) throw new Error('writer.ts runs as a worker of the journal');
const writer = new FileWriter(workerData as WriterStart, writingHost);
const heap = new SpareHeap(ofThisThread);

port.on('message', (message: BatchMessage | typeof scrub | 'close') => {
  if (message === scrub) return port.postMessage(writer.scrub());
  if (message !== 'close') return port.postMessage(writer.commit(message), [message.rows.buffer]);
  writer.close();
  heap[Symbol.dispose]();
  port.close();
});

port.postMessage(ready);
