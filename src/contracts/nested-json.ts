import { parseJson } from '../http/json.ts';
import { isRefusal } from '../tracking/refusals.ts';

/** A value that a field carries as JSON text, held to the bounds of a body; undefined when the text is no such JSON. */
export function parseNestedJson(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}
