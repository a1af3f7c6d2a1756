import { answerTask } from '../lib/thread-task.ts';
import { findDamagedRows } from './find-damage.ts';

/** A whole file is read for as long as that takes, beside the thread that serves. */
answerTask(({ file }: { readonly file: string }) => findDamagedRows(file));
