import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { route } from 'wfkit';
import * as z from 'zod';

// The local server does not speak HTTP/2.
const client = new BedrockRuntimeClient({ region: 'us-east-1', requestHandler: new NodeHttpHandler() });
const modelId = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const messages = [{ role: 'user' as const, content: [{ text: input.question }] }];
  const { output } = await client.send(new ConverseCommand({ modelId, messages }), { abortSignal: signal });
  return output?.message?.content?.[0]?.text ?? '';
});
