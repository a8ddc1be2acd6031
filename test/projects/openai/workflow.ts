import OpenAI from 'openai';
import { route } from 'wfkit';
import * as z from 'zod';

const client = new OpenAI();

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const stream = await client.chat.completions.create(
    {
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: input.question }],
      stream: true,
      stream_options: { include_usage: true },
    },
    { signal },
  );
  let text = '';
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
  return text;
});
