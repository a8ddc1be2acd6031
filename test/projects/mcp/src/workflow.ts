import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import OpenAI from 'openai';
import { route } from 'wfkit';
import * as z from 'zod';

const openai = new OpenAI();
const server = fileURLToPath(new URL('./server.mjs', import.meta.url));

const Result = z.object({ content: z.tuple([z.object({ text: z.string() })]) });

async function readInstructions(): Promise<string> {
  const client = new Client({ name: 'workflow', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server] }));
  try {
    const { content } = Result.parse(await client.callTool({ name: 'instructions', arguments: {} }));
    return content[0].text;
  } finally {
    await client.close();
  }
}

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const messages = [
    { role: 'system' as const, content: await readInstructions() },
    { role: 'user' as const, content: input.question },
  ];
  const { choices } = await openai.chat.completions.create({ model: 'gpt-4o-mini', messages }, { signal });
  return choices[0]?.message.content ?? '';
});
