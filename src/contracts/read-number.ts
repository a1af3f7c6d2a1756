/** The part of a number's schema that is used here. */
export interface NumberField {
  readonly minimum?: number;
  readonly maximum?: number;
}

const plain = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;
const grouped = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * Parses `12`, `12.5`, `12,5`, `12,000`, `1,234.5`; null for an empty text (unknown); undefined for text that is not a number
 * or is ambiguous, such as `1,234` nautical miles.
 */
export function readNumber(text: string, field: NumberField, isWhole: boolean): number | null | undefined {
  if (text === '') return null;
  if (!grouped.test(text)) return plain.test(text) ? Number(text.replace(',', '.')) : undefined;
  const asThousands = Number(text.replaceAll(',', ''));
  if (isWhole || /,.*[.,]/.test(text)) return asThousands;
  const asDecimal = Number(text.replace(',', '.'));
  return isWithin(field, asThousands) && isWithin(field, asDecimal) ? undefined : asDecimal;
}

function isWithin({ minimum, maximum }: NumberField, value: number): boolean {
  return value >= (minimum ?? Number.NEGATIVE_INFINITY) && value <= (maximum ?? Number.POSITIVE_INFINITY);
}
