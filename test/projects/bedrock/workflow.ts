import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { FetchHttpHandler } from '@smithy/fetch-http-handler';
import { route } from 'wfkit';
import * as z from 'zod';

// On Workers, the client reads no variables; and the local server does not speak HTTP/2.
const client = new BedrockRuntimeClient({
  region: 'us-east-1',
  endpoint: process.env['AWS_ENDPOINT_URL_BEDROCK_RUNTIME'] ?? '',
  credentials: {
    accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
  },
  requestHandler: new FetchHttpHandler(),
});
const modelId = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const messages = [{ role: 'user' as const, content: [{ text: input.question }] }];
  const { output } = await client.send(new ConverseCommand({ modelId, messages }), { abortSignal: signal });
  return output?.message?.content?.[0]?.text ?? '';
});
