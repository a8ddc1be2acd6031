import OpenAI from 'openai';

const client = new OpenAI();

export async function answer(question: string, signal: AbortSignal): Promise<string> {
  const { choices } = await client.chat.completions.create(
    { model: 'gpt-4o-mini', messages: [{ role: 'user', content: question }] },
    { signal },
  );
  return choices[0]?.message.content ?? '';
}
