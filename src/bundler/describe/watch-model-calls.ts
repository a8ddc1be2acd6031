/** Ends of the paths of model calls, by the providers' documentation. */
const MODEL_CALL =
  /\/(?:(?:chat\/)?completions|responses|messages|embeddings|v2\/chat|api\/(?:chat|generate|embed)|converse(?:-stream)?|invoke(?:-with-response-stream)?)$|:(?:generate|streamGenerate|embed)Content$/;

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
    if (isModelCall(input, init)) stacks.push(stackHere());
    return await fetch(input, init);
  };
  return stacks;
}

function isModelCall(input: unknown, init: { readonly method?: string } | undefined): boolean {
  const isRequest = input instanceof Request;
  const method = init?.method ?? (isRequest ? input.method : 'GET');
  const url = isRequest ? input.url : String(input);
  return method.toUpperCase() === 'POST' && URL.canParse(url) && MODEL_CALL.test(new URL(url).pathname);
}

function stackHere(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('A model is called.');
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}
