import { route } from 'wfkit';
import { Ollama } from 'ollama';
import * as z from 'zod';

const client = new Ollama({ host: process.env['OLLAMA_HOST'] ?? '' });

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input }) => {
  const messages = [{ role: 'user', content: input.question }];
  const { message } = await client.chat({ model: 'llama3.1:8b', messages });
  return message.content;
});
