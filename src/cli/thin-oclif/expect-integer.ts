/** Reads a whole number, as oclif does. */
export async function expectInteger(
  text: string,
  _context: unknown,
  { min, max }: { readonly min?: number; readonly max?: number },
): Promise<number> {
  if (!/^-?\d+$/.test(text)) throw new Error(`Expected an integer but received: ${text}`);
  const number = Number.parseInt(text, 10);
  if (min !== undefined && number < min)
    throw new Error(`Expected an integer greater than or equal to ${min} but received: ${text}`);
  if (max !== undefined && number > max)
    throw new Error(`Expected an integer less than or equal to ${max} but received: ${text}`);
  return number;
}
