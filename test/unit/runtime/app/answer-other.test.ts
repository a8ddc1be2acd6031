import { expect, test } from 'vitest';
import { answerOther } from '../../../../src/runtime/app/answer-other.ts';

const others = { paths: () => ['/run/a', '/run/summarise'], openApi: () => '{"openapi":"3.1.0"}' };

async function ask(method: string, path: string, served = others) {
  const answer = answerOther(new Request(`http://x${path}`, { method }), path, served);
  return [answer.status, answer.headers.get('allow'), await answer.text()];
}

test('health and the OpenAPI page are answered as JSON', async () => {
  expect(await ask('GET', '/health')).toEqual([200, null, '{"status":"ok"}']);
  expect(await ask('GET', '/openapi.json')).toEqual([200, null, '{"openapi":"3.1.0"}']);
  const answer = answerOther(new Request('http://x/health'), '/health', others);
  expect(answer.headers.get('content-type')).toBe('application/json');
});

test('a HEAD has no body', async () => {
  expect(await ask('HEAD', '/health')).toEqual([200, null, '']);
});

test('another method is refused with the permitted ones', async () => {
  expect(await ask('POST', '/health')).toEqual([405, 'GET, HEAD', '{"detail":"/health accepts GET, HEAD, not POST."}']);
});

test('an unknown path answers 404 with a similar one and all of them', async () => {
  expect(await ask('POST', '/run/sumarise')).toEqual([
    404,
    null,
    JSON.stringify({
      detail:
        'Nothing is served at POST /run/sumarise. Did you mean /run/summarise? Available: /run/a, /run/summarise.',
    }),
  ]);
  expect(await ask('GET', '/xyzxyzxyz')).toEqual([
    404,
    null,
    '{"detail":"Nothing is served at GET /xyzxyzxyz. Available: /run/a, /run/summarise."}',
  ]);
});

test('several similar paths are suggested', async () => {
  const [, , body] = await ask('GET', '/run/x', { ...others, paths: () => ['/run/a', '/run/b'] });
  expect(body).toBe(
    '{"detail":"Nothing is served at GET /run/x. Did you mean /run/a or /run/b? Available: /run/a, /run/b."}',
  );
});

test('names of an object are no paths, and a workflow without routes says so', async () => {
  expect(await ask('GET', 'toString', { ...others, paths: () => [] })).toEqual([
    404,
    null,
    '{"detail":"Nothing is served at GET toString. This workflow has no routes."}',
  ]);
});
