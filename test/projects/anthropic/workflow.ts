import Anthropic from '@anthropic-ai/sdk';
import { route } from 'wfkit';
import * as z from 'zod';

const client = new Anthropic();

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const stream = client.messages.stream(
    {
      model: 'claude-sonnet-4-5',
      max_tokens: 200,
      messages: [{ role: 'user', content: input.question }],
    },
    { signal },
  );
  return await stream.finalText();
});
