import * as z from 'zod';
import type { Tone } from './tone.ts';

/** Schema of another package, with the workflow's own copy of zod. */
export const Question = z.object({ question: z.string() });

export function toInstructions(tone: Tone): string {
  return `Answer ${tone}.`;
}
