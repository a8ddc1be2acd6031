import { route } from 'wfkit';
import * as z from 'zod';
import { Mistral } from '@mistralai/mistralai';

const client = new Mistral({
  apiKey: process.env['MISTRAL_API_KEY'] ?? '',
  serverURL: process.env['MISTRAL_URL'] ?? '',
});

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input }) => {
  const messages = [{ role: 'user' as const, content: input.question }];
  const { choices } = await client.chat.complete({ model: 'mistral-small-latest', messages });
  const content = choices?.[0]?.message?.content;
  return typeof content === 'string' ? content : '';
});
