import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bareEnv } from '../run-wf.ts';
import type { AskInit, TargetServer, TargetSetting } from './target-server.ts';

/** The response of a buffered function URL for a result. @source AWS, "Invoking Lambda function URLs", response payload */
export interface LambdaResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

const RUNTIME = resolve(import.meta.dirname, '../../fixtures/lambda/lambda-runtime.mjs');
const EVENT = resolve(import.meta.dirname, '../../fixtures/lambda/function-url-event.json');

/** Passes each request to a handler as a function URL does, in a process with the globals of Lambda's runtime. */
export async function startLambdaTarget(
  { dir, variables }: TargetSetting,
  handler: 'handler' | 'streamHandler',
): Promise<TargetServer> {
  const event: unknown = JSON.parse(await readFile(EVENT, 'utf8'));
  const env = { ...bareEnv(dir), ...variables };
  const child = fork(RUNTIME, [join(dir, 'index.mjs'), handler], { env, execArgv: [] });
  const waiting = new Map<number, PromiseWithResolvers<LambdaResult>>();
  child.on('message', (message) => {
    const { id, result, error } = message as { id: number; result: LambdaResult; error?: string }; // our own fixture sends them
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error));
  });
  const ask = async (path: string, init: AskInit = {}) => {
    const id = waiting.size;
    const result = Promise.withResolvers<LambdaResult>();
    waiting.set(id, result);
    child.send({ id, event: toEvent(event, path, init) });
    const { statusCode, headers, body, isBase64Encoded } = await result.promise;
    return new Response(isBase64Encoded ? Buffer.from(body, 'base64') : body, { status: statusCode, headers });
  };
  return { ask, [Symbol.asyncDispose]: async () => void child.kill() };
}

/** The recorded event with another request in it. */
export function toEvent(recorded: unknown, path: string, { method = 'GET', headers = {}, body }: AskInit) {
  const [rawPath, rawQueryString = ''] = path.split('?');
  const event = structuredClone(recorded) as { headers: object; requestContext: { http: object } }; // as the fixture has it
  return {
    ...event,
    rawPath,
    rawQueryString,
    headers: { ...event.headers, ...headers, 'content-length': String(Buffer.byteLength(body ?? '')) },
    requestContext: { ...event.requestContext, http: { ...event.requestContext.http, method, path: rawPath } },
    // Lambda encodes bodies that it does not recognise as text.
    ...(body === undefined
      ? { body: undefined }
      : { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }),
  };
}
