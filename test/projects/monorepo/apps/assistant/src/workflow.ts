import { client } from '@app/client';
import { instructions, toQuestion } from '@gallery/tools';
import { route } from 'wfkit';
import * as z from 'zod';

const registry = new Map([toQuestion].map((tool) => [tool.name, tool]));

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const question = registry.get('toQuestion')?.(input.question) ?? 'NO SUCH TOOL';
  const { choices } = await client.chat.completions.create(
    {
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: instructions() },
        { role: 'user', content: question },
      ],
    },
    { signal },
  );
  return choices[0]?.message.content ?? '';
});
