import { parseJson } from '../http/json.ts';
import { isRefusal } from '../tracking/refusals.ts';

/** Parses a value that a field carries as JSON text, within the limits of a body; undefined when it is not valid JSON. */
export function parseNestedJson(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}
