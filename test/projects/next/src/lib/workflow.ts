import { route } from 'wfkit';
import * as z from 'zod';
import { answer } from './answer.ts';

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input }) => {
  return await answer(input.question);
});
