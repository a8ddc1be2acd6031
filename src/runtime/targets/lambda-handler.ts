import { handle, type LambdaContext, type LambdaEvent, streamHandle } from 'hono/aws-lambda';
import type { PostableApp } from '../app/create-workflow-app.ts';
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
  return { fetch: (request: Request) => fetch(request) } as unknown as Parameters<typeof handle>[0];
}
