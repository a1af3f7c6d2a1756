import { Type } from 'typebox';

/** Every answer that is no refusal has it. */
export const success = Type.Boolean({ description: 'true' });
