import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listCounterparts, toMethodTable } from '../../helpers/list-public-methods.ts';
import { startService } from '../../helpers/start-service.ts';

const counterparts = listCounterparts();
const PAGE = 'docs/public-clients.md';

test('every method of the public client has a counterpart, or a reason why not', () => {
  expect(counterparts).toHaveLength(109);
  const unclear = counterparts.filter(({ endpoint, reason }) => (endpoint === null) === (reason === null));
  expect(unclear.map(({ method }) => method)).toEqual([]);
  expect(counterparts.filter(({ endpoint }) => endpoint !== null).length).toBeGreaterThanOrEqual(90);
});

test('a running service answers each as the table says', async () => {
  await using running = await startService();
  for (const { method, endpoint, reason } of counterparts) {
    const [, name, verb, template] = method;
    const path = `/api${template.replaceAll(/\{\w+\}/g, 'x')}`;
    const answer = await running.send(verb, path, { key: null });
    const wanted = reason !== null ? 501 : endpoint?.role === null ? 200 : 401;
    expect([name, answer.status]).toEqual([name, wanted]);
    if (reason !== null) expect(await answer.json()).toEqual({ detail: reason });
  }
});

test('the page has this table', async () => {
  const page = await readFile(PAGE, 'utf8');
  const table = /^\| Method \|[^]*\|$/m;
  expect(page.match(table)?.[0]).toBe(toMethodTable(counterparts));
});
