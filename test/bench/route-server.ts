/** Serves one route: `route-server raw` with plain node:http, `route-server wf` as a deployed bundle. Reports its CPU time. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type * as Runtime from '../../src/runtime/index.ts';
import type * as Sdk from '../../src/sdk/index.ts';

/** The built module; its sources have the types. */
const built = async (file: string): Promise<unknown> =>
  await import(new URL(`../../dist/${file}`, import.meta.url).href);
const { configSchema, route } = (await built('sdk.js')) as typeof Sdk;
const { createWorkflowApp, serveWorkflow } = (await built('runtime.js')) as typeof Runtime;

const Config = configSchema({
  words: z.int().gte(1).lte(100).default(2),
  tone: z.enum(['plain', 'formal']).default('plain'),
  prompt: z.string().default('Summarise'),
  temperature: z.number().gte(0).lte(2).default(1),
});
const Input = z.object({
  text: z.string(),
  user: z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()) }),
  limit: z.int(),
});
const STORED = { words: 5, tone: 'plain' as const, prompt: 'Summarise', temperature: 1 };

async function answer({ config, input }: { config: z.output<typeof Config>; input: z.output<typeof Input> }) {
  await Promise.resolve();
  return { text: input.text, user: input.user, words: config.words };
}

async function startOwn(): Promise<number> {
  const x = route('/x', { config: Config, input: Input }, answer);
  const app = createWorkflowApp({ x }, { configurations: async () => STORED, trustRevisionHeader: true });
  const { port } = await serveWorkflow({ app });
  return port ?? 0;
}

const context = new AsyncLocalStorage<unknown>();

async function answerByHand(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const input = Input.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  if (!input.success) {
    response.writeHead(422).end();
    return;
  }
  const call = { config: STORED, input: input.data };
  const data = await context.run(call, answer, call);
  const body = JSON.stringify({
    version: '3.0',
    data,
    content_type: 'application/json',
    tree: null,
    tree_id: crypto.randomUUID(),
  });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

async function startRaw(): Promise<number> {
  const server = createServer((request, response) => void answerByHand(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A server on a port has an address object.
  return (server.address() as AddressInfo).port;
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once('disconnect', () => process.kill(process.pid));
process.send?.(await (process.argv[2] === 'raw' ? startRaw() : startOwn()));
