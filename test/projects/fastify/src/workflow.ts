import { route } from 'wfkit';
import { sha256 } from 'hash-wasm';
import * as z from 'zod';
import { app } from './server.ts';

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input }) => {
  const etag = await sha256(input.question);
  const answer = await app.inject({ method: 'POST', url: '/answers', payload: input, headers: { etag } });
  return answer.body;
});
