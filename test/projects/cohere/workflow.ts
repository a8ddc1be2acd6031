import { CohereClientV2 } from 'cohere-ai';
import { route } from 'wfkit';
import * as z from 'zod';

const client = new CohereClientV2({
  token: process.env['CO_API_KEY'] ?? '',
  environment: process.env['CO_API_URL'] ?? '',
});

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input }) => {
  const messages = [{ role: 'user' as const, content: input.question }];
  const { message } = await client.chat({ model: 'command-a-03-2025', messages });
  const part = message.content?.[0];
  return part?.type === 'text' ? part.text : '';
});
