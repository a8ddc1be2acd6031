import { route } from 'wfkit';
import * as z from 'zod';
import { app, createLegacyServer } from './server.ts';

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input }) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
  const response = await app.request('/ask', init);
  if (createLegacyServer().path() !== '') throw new Error('The Express application has no path of its own.');
  return ((await response.json()) as { answer: string }).answer;
});
