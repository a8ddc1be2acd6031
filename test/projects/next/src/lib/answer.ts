import * as Sentry from '@sentry/nextjs';
import OpenAI from 'openai';

/** The page and the workflow share it. */
export async function answer(question: string): Promise<string> {
  return await Sentry.startSpan({ name: 'answer' }, async () => {
    const messages = [{ role: 'user' as const, content: question }];
    const { choices } = await new OpenAI().chat.completions.create({ model: 'gpt-4o-mini', messages });
    return choices[0]?.message.content ?? '';
  });
}
