import { isDeepStrictEqual } from 'node:util';
import { maskKeys } from '../../contract/keys/key-in-address.ts';
import { type ClientOptions, createClient, type PublicClient } from '../../client/create-client.ts';
import { httpTransport } from '../../client/transport/http-transport.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { isServiceError, reword, UserError } from '../../foundation/errors/wf-error.ts';
import { toRecord } from '../../foundation/record.ts';
import { toOpenApi } from '../../runtime/app/to-open-api.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

const TIMEOUT_MS = 15_000;
const START_STEPS = ['Build it, start it there, and repeat this command: wf build --target node'];

/**
 * Checks that a self-hosted workflow is running and has the same route schemas as the local sources.
 *
 * @param url - its address, with its path prefix if it has one
 * @param credential - the key of the service that hosts it; left out: none is sent
 * @throws {WF_USAGE} when the URL is not an HTTP address
 * @throws {WF_UNREACHABLE} when nothing answers there
 * @throws {WF_INVALID_INPUT} when something else answers there, or its routes differ
 */
export async function requireSameRoutes(
  url: string,
  routes: readonly RouteSchema[],
  credential?: ClientOptions['credential'],
): Promise<void> {
  requireAddress(url);
  // Send another server no key but its own.
  await using client = createClient({ transport: httpTransport(), baseUrl: url, timeoutMs: TIMEOUT_MS, credential });
  await read(client, url, '/health');
  const differences = listDifferences(
    await read(client, url, '/openapi.json'),
    JSON.parse(JSON.stringify(toOpenApi(routes))),
  );
  if (differences.length === 0) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The workflow at ${maskKeys(url)} differs from the local one: ${differences.join('; ')}.`,
    nextSteps: ['Build it again, deploy it there, and repeat this command: wf build --target node'],
    details: differences,
  });
}

function requireAddress(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new UserError({ code: 'WF_USAGE', message: `--url ${JSON.stringify(url)} is not an HTTP address.` });
}

async function read(client: PublicClient, url: string, path: string): Promise<unknown> {
  const { status, bytes } = await client.request({ method: 'GET', path, acceptErrors: true }).catch(adviseToStart);
  const body = parseJson(Buffer.from(bytes).toString());
  if (status === 200 && body !== undefined) return body;
  const got = status === 200 ? 'no JSON' : `status ${status}`;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `No workflow answers at ${maskKeys(url)}: ${path} gives ${got}.`,
    nextSteps: START_STEPS,
  });
}

/** Replaces commands of a failed request: they are about the service of the settings, which this is not. */
function adviseToStart(error: unknown): never {
  if (!isServiceError(error)) throw error;
  const others = error.nextSteps.filter((step) => !step.startsWith('wf '));
  throw reword(error, { nextSteps: [...others, ...START_STEPS] });
}

function listDifferences(there: unknown, here: unknown): string[] {
  const [theirs, ours] = [toCalls(there), toCalls(here)];
  const missing = [...ours.keys()].filter((path) => !theirs.has(path));
  const extra = [...theirs.keys()].filter((path) => !ours.has(path));
  const other = [...ours].filter(([path, call]) => theirs.has(path) && !isDeepStrictEqual(theirs.get(path), call));
  return [
    ...(missing.length === 0 ? [] : [`it does not serve ${missing.join(', ')}`]),
    ...(extra.length === 0 ? [] : [`it also serves ${extra.join(', ')}`]),
    ...(other.length === 0 ? [] : [`it has different schemas at ${other.map(([path]) => path).join(', ')}`]),
  ];
}

/** Maps each path to its operation and the schemas it refers to, independent of their names. */
function toCalls(page: unknown): ReadonlyMap<string, unknown> {
  const { paths, components } = toRecord(page);
  const schemas = toRecord(toRecord(components)['schemas']);
  return new Map(
    Object.entries(toRecord(paths)).flatMap(([path, item]) => {
      const operation = toRecord(item)['post'];
      if (operation === undefined) return [];
      const named = [...JSON.stringify(operation).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
        ([, name = '']) => name,
      );
      return [[path, [operation, named.map((name) => schemas[name])]] as const];
    }),
  );
}
