import { handle, type LambdaContext, type LambdaEvent, streamHandle } from 'hono/aws-lambda';
import type { PostableApp } from '../app/create-workflow-app.ts';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import { watchNode } from '../model-calls/watch/watch-node.ts';
import { workInWritableFolder } from './work-in-writable-folder.ts';
import { createSelfHostedApp, startTracing } from './self-hosted-app.ts';

// The bundle loads this module before the workflow.
workInWritableFolder();
const started = startTracing(watchNode);

export interface LambdaHandlers {
  /** Returns the whole answer; a stream is collected first. For function URLs and API gateways that buffer. */
  readonly handler: (event: LambdaEvent, context?: LambdaContext) => Promise<unknown>;
  /** Streams the answer. For function URLs with `InvokeMode: RESPONSE_STREAM`; `undefined` outside of Lambda. */
  readonly streamHandler: unknown;
}

export function toLambdaHandlers(workflow: Readonly<Record<string, unknown>>, application: string): LambdaHandlers {
  const app = createSelfHostedApp(workflow, { application, variables: process.env, started });
  const hono = toHono(app);
  return { handler: handle(hono), streamHandler: hasStreams() ? streamHandle(hono) : undefined };
}

/** Whether the platform's own global has streams; the adapter fails without them. AWS's SDK makes an empty one elsewhere. */
function hasStreams(): boolean {
  const platform: unknown = Reflect.get(globalThis, 'awslambda');
  return typeof platform === 'object' && platform !== null && 'streamifyResponse' in platform;
}

/** The adapter expects a Hono app and calls only its `fetch`. */
function toHono({ fetch }: PostableApp) {
  const fetchAndFlush = async (request: Request) => await flushAtEnd(await fetch(request));
  return { fetch: fetchAndFlush } as unknown as Parameters<typeof handle>[0];
}

/** A collector that does not answer must not hold up calls for longer. */
const FLUSH_MS = 2000;

/** Sends the spans of a call before its answer ends: the platform freezes the process then, and may never wake it. */
async function flushAtEnd(response: Response): Promise<Response> {
  if (response.body !== null) {
    const body = response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ flush }));
    return new Response(body, response);
  }
  await flush();
  return response;
}

async function flush(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, FLUSH_MS);
  const flushed = started.tracing.flush().catch((error: unknown) => {
    process.stderr.write(`The spans of a call were not sent: ${messageOf(error)}\n`);
  });
  await Promise.race([flushed, promise]).finally(() => clearTimeout(timer));
}
