import { expect, test } from 'vitest';
import { createVotingRequests } from '../../../../../src/playground/human-evaluations/voting/voting-requests.ts';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';

test('each request has its method, its path and its body', async () => {
  using browser = fakeBrowser();
  const { join, readState, readCase, cast, reveal } = createVotingRequests('h/1');
  const calls = [
    join({ code: 'c', name: 'Ana' }),
    readState(),
    readCase(3),
    cast(3, { choice: 'first', note: 'n' }),
    reveal(),
  ];
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
  expect(browser.sent).toMatchInlineSnapshot(`
    [
      "POST /voting/h%2F1/session {"code":"c","name":"Ana"}",
      "GET /voting/h%2F1",
      "GET /voting/h%2F1/cases/3",
      "PUT /voting/h%2F1/cases/3 {"choice":"first","note":"n"}",
      "POST /voting/h%2F1/reveal",
    ]
  `);
});

test('a refusal is thrown, and an answer is read', async () => {
  using browser = fakeBrowser({ answers: { 'GET /voting/h': Response.json({ detail: 'No.' }, { status: 403 }) } });
  const { readState } = createVotingRequests('h');
  await expect(readState()).rejects.toThrow();
  browser.answer(Object.fromEntries(browser.sent.map((key) => [key, { total: 3 }])));
  expect(await readState()).toEqual({ total: 3 });
});
