import { Type } from 'typebox';

/** Member of every response except refusals. */
export const success = Type.Boolean({ description: 'true' });
