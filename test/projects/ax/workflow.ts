import { route } from 'wfkit';
import { ai } from '@ax-llm/ax';
import * as z from 'zod';

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const model = ai({
    name: 'openai',
    apiKey: process.env['OPENAI_API_KEY'] ?? '',
    apiURL: process.env['OPENAI_BASE_URL'] ?? '',
    config: { model: 'gpt-4o-mini', stream: false },
  });
  const answer = await model.chat({ chatPrompt: [{ role: 'user', content: input.question }] }, { abortSignal: signal });
  return 'results' in answer ? (answer.results[0]?.content ?? '') : '';
});
