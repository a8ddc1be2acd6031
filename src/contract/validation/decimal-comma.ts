/** A number with a decimal comma, as in `1,5`, with or without points between thousands. */
const DECIMAL_COMMA = /^[-+]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;

/** Answers whether a text is a number as spreadsheets in many countries write it, which no evaluator reads as one. */
export function hasDecimalComma(text: string): boolean {
  return DECIMAL_COMMA.test(text.trim());
}
