/** Reads `success` or `score` from the outputs of an evaluator; `null`: neither. @source facts §2.6 */
export function readScore({ success, score }: Readonly<Record<string, unknown>>): boolean | number | string | null {
  if (typeof success === 'boolean') return success;
  return typeof score === 'number' || typeof score === 'string' ? score : null;
}
