import type { Client } from '../../src/client/create-client.ts';

import { adaptClient } from '../../src/client/public/adapt-client.ts';

/** One call by a use case. */
export interface RecordedCall {
  readonly name: string;
  readonly input: unknown;
  /** The options of the call, if any. */
  readonly options?: unknown;
}

export interface FakeClient {
  readonly client: Client;
  readonly calls: readonly RecordedCall[];
}

/**
 * A whole list is its only page.
 *
 * @yields its records
 */
async function* onePage(method: unknown, input: unknown) {
  if (typeof method !== 'function')
    throw new Error('The use case pages through a list that this test does not answer.');
  yield* await method(input);
}

/**
 * Creates a client with only the methods that a test provides, which records its calls. Its service has the extensions
 * of wf, unless the test's `extensions` answers null.
 */
export function fakeClient(methods: Partial<Client>): FakeClient {
  const calls: RecordedCall[] = [];
  const answer = (name: string) => async (input: unknown, options?: unknown) => {
    calls.push({ name, input, ...(options === undefined ? {} : { options }) });
    // The methods have different inputs; the test provides the one that its use case calls.
    const method = methods[name as keyof Client] as ((input: unknown) => unknown) | undefined;
    if (method === undefined) throw new Error(`The use case calls client.${name}, which this test does not answer.`);
    return await method(input);
  };
  const paginate: Client['paginate'] = (name, input) => {
    calls.push({ name, input });
    return methods.paginate?.(name, input) ?? onePage(methods[name], input);
  };
  const extensions = async (): Promise<Client | null> =>
    methods.extensions === undefined ? client : await methods.extensions();
  const require = async () => undefined;
  const requireInterface = require;
  const own: Readonly<Record<string, unknown>> = { paginate, extensions, require, requireInterface };
  const methodOf = (name: string) => (name in own ? own[name] : answer(name));
  // The proxy has every method; each one returns a value or fails the test. The adapter copies these.
  const copied = { extensions, requireInterface, request: null, callRoute: null, streamRoute: null, close: null };
  const get = (_: object, name: string | symbol) => (name === 'then' ? undefined : methodOf(String(name)));
  const client = new Proxy<object>(copied, { get }) as Client;
  return { client: methods.extensions === undefined ? client : adaptClient(client), calls };
}
