import { handle, type LambdaContext, type LambdaEvent, streamHandle } from 'hono/aws-lambda';
import type { PostableApp } from '../app/create-workflow-app.ts';
import { watchNode } from '../model-calls/watch/watch-node.ts';
import { createSelfHostedApp } from './self-hosted-app.ts';

export interface LambdaHandlers {
  /** Returns the whole answer; a stream is collected first. For function URLs and API gateways that buffer. */
  readonly handler: (event: LambdaEvent, context?: LambdaContext) => Promise<unknown>;
  /** Streams the answer. For function URLs with `InvokeMode: RESPONSE_STREAM`; `undefined` outside of Lambda. */
  readonly streamHandler: unknown;
}

/** Creates the handlers of a Lambda function from a workflow. */
export function toLambdaHandlers(workflow: Readonly<Record<string, unknown>>, application: string): LambdaHandlers {
  const { app } = createSelfHostedApp(workflow, { application, variables: process.env, watch: watchNode });
  const hono = toHono(app);
  return {
    handler: handle(hono),
    // The platform's own global; its adapter fails without it.
    streamHandler: 'awslambda' in globalThis ? streamHandle(hono) : undefined,
  };
}

/** The adapter expects a Hono app and calls only its `fetch`. */
function toHono({ fetch }: PostableApp) {
  return { fetch: (request: Request) => fetch(request) } as unknown as Parameters<typeof handle>[0];
}
