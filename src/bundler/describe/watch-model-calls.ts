import { findModelProtocol } from '../../foundation/model-protocol.ts';

/** The first ones show where they are made. */
const MAX_CALLS = 10;

/** Enough for the author's code below that of a client. */
const FRAMES = 50;

/**
 * Watches `fetch` for calls of models, which a module that is imported makes at each start of the workflow. Other requests
 * are left alone: libraries that set up a client send some.
 *
 * @returns the stacks of the calls, while they are made
 */
export function watchModelCalls(): readonly string[] {
  const stacks: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (stacks.length < MAX_CALLS && isModelCall(input, init)) stacks.push(stackHere());
    return await fetch(input, init);
  };
  return stacks;
}

function isModelCall(input: unknown, init: { readonly method?: string } | undefined): boolean {
  const isRequest = input instanceof Request;
  const method = init?.method ?? (isRequest ? input.method : 'GET');
  const url = isRequest ? input.url : String(input);
  return URL.canParse(url) && findModelProtocol(method.toUpperCase(), new URL(url).pathname) !== null;
}

function stackHere(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('A model is called.');
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}
