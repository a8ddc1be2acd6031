import { expect, test } from 'vitest';
import { deleteSpans, listSpans, receiveSpans } from '../../../../src/service/traces/operations.ts';
import { readExportRequest } from '../../../../src/service/traces/otlp/read-export-request.ts';
import { openOperations } from '../../../helpers/open-operations.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const idOf = (number: number) => String(number).padStart(16, '0');

/** Stores this many spans, a second apart. */
async function openSpans(count: number) {
  const opened = await openOperations();
  const spans = Array.from({ length: count }, (_, index) => {
    return { traceId: TRACE, spanId: idOf(index + 1), startTimeUnixNano: String((index + 1) * 1_000_000_000) };
  });
  const body = new TextEncoder().encode(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
  const context = opened.contextOf({ prepared: await readExportRequest(body) });
  expect(await receiveSpans.run({ body }, context)).toEqual({ version: '1.0.0', status: 'stored' });
  const list = async (query: Parameters<typeof listSpans.run>[0] = {}) => {
    const { version, count: all, spans: listed } = await listSpans.run(query, context);
    expect(version).toBe('1.0.0');
    return [all, listed.map((span) => Number(span.context.span_id))];
  };
  return { ...opened, list };
}

test('spans are stored without a word in the audit log', async () => {
  const { takeLogged } = await openSpans(1);
  expect(takeLogged()).toEqual([null]);
});

test('spans are listed newest first, fifty to a page', async () => {
  const { list } = await openSpans(51);
  const all = Array.from({ length: 51 }, (_, index) => 51 - index);
  expect(await list()).toEqual([51, all.slice(0, 50)]);
  expect(await list({ page: 2 })).toEqual([51, [1]]);
  expect(await list({ page: 3, size: 10 })).toEqual([51, all.slice(20, 30)]);
});

test('a range of time has its start, and not its end', async () => {
  const { list } = await openSpans(3);
  expect(await list({ oldest: '1970-01-01T01:00:02+01:00' })).toEqual([2, [3, 2]]);
  expect(await list({ newest: '1970-01-01T00:00:02Z' })).toEqual([1, [1]]);
  expect(await list({ oldest: '1970-01-01T00:00:02Z', newest: '1970-01-01T00:00:02.001Z' })).toEqual([1, [2]]);
});

test('spans are deleted by their ids, once each', async () => {
  const { context, list, takeLogged } = await openSpans(3);
  takeLogged();
  const deleted = { version: '1.0.0', status: 'deleted' };
  const query = { node_id: idOf(1), node_ids: [idOf(3), idOf(1)] };
  expect(await deleteSpans.run(query, context)).toEqual(deleted);
  expect(takeLogged()).toEqual([{ kind: 'trace', summary: '2 spans deleted' }]);
  expect(await list()).toEqual([1, [2]]);
  expect(await deleteSpans.run({ node_ids: [idOf(2)] }, context)).toEqual(deleted);
  const msg = 'Name at least one span';
  await expect(deleteSpans.run({}, context)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['query', 'node_ids'], msg, type: 'missing' }],
  });
});
