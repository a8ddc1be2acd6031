import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI from 'openai';
import { get_encoding } from 'tiktoken';
import { route } from 'wfkit';
import * as z from 'zod';
import prompt from './prompts/answer.md';

const client = new OpenAI();
const encoding = get_encoding('cl100k_base');

async function findTexts(question: string): Promise<string> {
  const folder = join(process.cwd(), 'src/docs');
  const texts = await Promise.all(
    (await readdir(folder)).map(async (name) => await readFile(join(folder, name), 'utf8')),
  );
  const word = question.replace('?', '');
  const found = texts.filter((text) => text.includes(word) && encoding.encode(text).length < 100);
  if (found.length === 0) throw new Error(`No text has ${word}`);
  return found.join('\n');
}

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const system = prompt.replace('{texts}', await findTexts(input.question));
  const { choices } = await client.chat.completions.create(
    {
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: input.question },
      ],
    },
    { signal },
  );
  return choices[0]?.message.content ?? '';
});
