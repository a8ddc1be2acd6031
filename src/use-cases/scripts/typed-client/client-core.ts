/**
 * The part of a generated client that is the same for every app. It is text, not our code: it has to stand alone in
 * somebody else's project, under flags stricter than ours. `test/e2e/typed-client.test.ts` type-checks and runs it.
 */
export const CLIENT_CORE = `export interface ClientOptions {
  /** Address of the service, as in \`https://wf.example.com\`. */
  readonly baseUrl: string;
  /** Key to send. Keep it on a server: a web page exposes its keys. */
  readonly apiKey?: string | undefined;
  /** Environment whose configuration calls run with. Default: production. */
  readonly environment?: string | undefined;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often a call is made again, if its answer asks for it or the service did not pass the call on. Default: 2. */
  readonly retries?: number | undefined;
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  /** Environment whose configuration this call runs with. */
  readonly environment?: string | undefined;
  /** Variant whose configuration this call runs with, instead of an environment's. */
  readonly variant?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The answer of a route. */
export interface Answer<Output> {
  readonly version: string;
  readonly data: Output;
  readonly content_type?: string | null;
  readonly tree?: Readonly<Record<string, unknown>> | null;
  readonly tree_id?: string | null;
}

/** One route of the workflow. */
export interface Route<Input, Config, Output, Item> {
  /** Calls the route with a stored configuration. */
  (input: Input, options?: CallOptions): Promise<Answer<Output>>;
  /** Calls the route with the given configuration; missing fields have their defaults. */
  withConfig(config: Config, input: Input, options?: Pick<CallOptions, 'signal'>): Promise<Answer<Output>>;
  /** Calls the route and yields each item as it arrives; returns the whole answer at the end. */
  stream(input: Input, options?: CallOptions): AsyncGenerator<Item, Answer<Output>, undefined>;
}

/** A call that failed. */
export class WorkflowError extends Error {
  override readonly name: string = 'WorkflowError';
  readonly status: number;
  /** The service's error: a message, a list of validation errors, or an object with a message. */
  readonly detail: unknown;

  constructor(status: number, detail: unknown) {
    super(messageOf(status, detail));
    this.status = status;
    this.detail = detail;
  }
}

function messageOf(status: number, detail: unknown): string {
  if (typeof detail === 'string' && detail !== '') return detail;
  const message = typeof detail === 'object' && detail !== null && 'message' in detail ? detail.message : undefined;
  return typeof message === 'string' ? message : \`The call was answered with \${status}: \${JSON.stringify(detail)}\`;
}

function createRoute<Input extends object, Config extends object, Output, Item>(
  options: ClientOptions,
  path: string,
): Route<Input, Config, Output, Item> {
  const send = async (form: string, body: object, accept: string, signal?: AbortSignal): Promise<Response> => {
    const { baseUrl, apiKey, headers, retries = 2 } = options;
    const call = options.fetch ?? globalThis.fetch;
    const url = \`\${baseUrl.replace(/[/]+$/, '')}/services/\${encodeURIComponent(APP)}/\${encodeURIComponent(VARIANT)}\${form}\${path}\`;
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept,
        ...(apiKey === undefined ? {} : { authorization: \`ApiKey \${apiKey}\` }),
        ...headers,
      },
      body: JSON.stringify(body),
      signal: signal ?? null,
    };
    for (let attempt = 0; ; attempt += 1) {
      const response = await call(url, init);
      if (response.ok) return response;
      const error = await toError(response);
      const delay = attempt < retries ? retryDelay(response, error, attempt) : null;
      if (delay === null) throw error;
      await wait(delay, signal);
    }
  };
  const deployed = (input: Input, { environment, variant }: CallOptions): object =>
    variant === undefined
      ? { ...input, environment: environment ?? options.environment ?? 'production' }
      : { ...input, config: variant };
  const read = async (response: Response): Promise<Answer<Output>> => (await response.json()) as Answer<Output>;
  const call = async (input: Input, given: CallOptions = {}): Promise<Answer<Output>> =>
    await read(await send('/run', deployed(input, given), 'application/json', given.signal));
  return Object.assign(call, {
    withConfig: async (config: Config, input: Input, given: Pick<CallOptions, 'signal'> = {}) =>
      await read(await send('/playground/run', { ...input, ag_config: config }, 'application/json', given.signal)),
    stream: async function* (input: Input, given: CallOptions = {}): AsyncGenerator<Item, Answer<Output>, undefined> {
      const accept = 'text/event-stream, application/json;q=0.5';
      const response = await send('/run', deployed(input, given), accept, given.signal);
      if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return await read(response);
      for await (const { event, data } of readEvents(response)) {
        const value: unknown = JSON.parse(data);
        if (event === 'result') return value as Answer<Output>;
        if (event === 'error') {
          const { status, detail } = value as { status: number; detail: unknown };
          throw new WorkflowError(status, detail);
        }
        yield value as Item;
      }
      throw new WorkflowError(response.status, 'The answer ended early.');
    },
  });
}

/** Milliseconds until the next attempt; null: none. The workflow itself may have changed something before it failed. */
function retryDelay({ status, headers }: Response, { detail }: WorkflowError, attempt: number): number | null {
  const advice = headers.get('x-should-retry');
  const text = headers.get('retry-after') ?? '';
  const hasRun = typeof detail === 'object' && detail !== null && 'message' in detail;
  const didNothing = [408, 425, 429].includes(status) || (status === 503 && text !== '');
  if (advice !== 'true' && (advice === 'false' || hasRun || !didNothing)) return null;
  const asked = /^[0-9.]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  const delay = 400 * 2 ** attempt;
  if (Number.isNaN(asked)) return delay * (0.5 + Math.random() / 2);
  return asked > 60_000 ? null : Math.max(0, asked) + delay * Math.random() * 0.25;
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

async function toError(response: Response): Promise<WorkflowError> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : body;
    return new WorkflowError(response.status, detail);
  } catch {
    return new WorkflowError(response.status, text);
  }
}

async function* readEvents(response: Response): AsyncGenerator<{ event: string; data: string }, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      rest += decoder.decode(part.value, { stream: true });
      const blocks = rest.split('\\n\\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const lines = block.split('\\n');
        const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).replace(/^ /, ''));
        const event = lines.find((line) => line.startsWith('event:'))?.slice(6).trim() ?? 'message';
        if (data.length > 0) yield { event, data: data.join('\\n') };
      }
    }
  } finally {
    await reader.cancel();
  }
}
`;
