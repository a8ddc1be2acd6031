import { route } from 'wfkit';
import { Question, toInstructions } from '@gallery/tools';
import OpenAI from 'openai';

const client = new OpenAI();

export const ask = route('/ask', { input: Question }, async ({ input, signal }) => {
  const messages = [
    { role: 'system' as const, content: toInstructions('briefly') },
    { role: 'user' as const, content: input.question },
  ];
  const { choices } = await client.chat.completions.create({ model: 'gpt-4o-mini', messages }, { signal });
  return choices[0]?.message.content ?? '';
});
