import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { toOpenApi } from '../../../../src/runtime/app/to-open-api.ts';
import { requireSameRoutes } from '../../../../src/use-cases/deployments/require-same-routes.ts';
import { serveRecords } from '../../../helpers/serve-records.ts';
function route(path: string, words = 99): RouteSchema {
  const config = { type: 'object', properties: { words: { type: 'integer', maximum: words } } };
  const input = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  return { path, name: path === '/' ? 'default' : path.slice(1), config, input, output: null, defaults: { words: 5 } };
}

const OURS = [route('/'), route('/check')];

/** A workflow elsewhere that serves these routes. */
async function serveWorkflow(routes: readonly RouteSchema[]) {
  return await serveRecords({ '/health': { status: 'ok' }, '/openapi.json': toOpenApi(routes) });
}

test('all paths of a difference are listed', async () => {
  const [more, less, wider] = [route('/other'), route('/check'), route('/', 9)];
  await using server = await serveWorkflow([wider, route('/a'), more]);
  const failure = await requireSameRoutes(server.url, [route('/'), less, route('/b')]).catch((error: unknown) => error);
  const differences = [
    'it does not serve /playground/run/check, /run/check, /playground/run/b, /run/b',
    'it also serves /playground/run/a, /run/a, /playground/run/other, /run/other',
    'it has different schemas at /generate, /playground/run',
  ];
  expect(failure).toMatchObject({
    details: differences,
    message: `The workflow at ${server.url} differs from the local one: ${differences.join('; ')}.`,
  });
});

test.each(['nonsense', 'ftp://wf.test', 'mailto:https:x'])('%s is refused before anything is sent', async (url) => {
  await expect(requireSameRoutes(url, OURS)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `--url ${JSON.stringify(url)} is not an HTTP address.`,
  });
});

test('something else at the address is no workflow', async () => {
  await using empty = await serveRecords({});
  await expect(requireSameRoutes(empty.url, OURS)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `No workflow answers at ${empty.url}: /health gives status 404.`,
  });
  await using text = await serveRecords({}, { path: '/health', answer: (_, response) => void response.end('fine') });
  await expect(requireSameRoutes(text.url, OURS)).rejects.toMatchObject({
    message: `No workflow answers at ${text.url}: /health gives no JSON.`,
  });
  await using half = await serveRecords({ '/health': {} });
  await expect(requireSameRoutes(half.url, OURS)).rejects.toMatchObject({
    message: `No workflow answers at ${half.url}: /openapi.json gives status 404.`,
  });
});

test('where no workflow answers, the steps start one instead of a service', async () => {
  const { url, ...server } = await serveRecords({});
  const nextSteps = ['Build it, start it there, and repeat this command: wf build --target node'];
  await expect(requireSameRoutes(url, OURS)).rejects.toMatchObject({ code: 'WF_INVALID_INPUT', nextSteps });
  await server[Symbol.asyncDispose]();
  await expect(requireSameRoutes(url, OURS)).rejects.toMatchObject({ code: 'WF_UNREACHABLE', nextSteps });
});
