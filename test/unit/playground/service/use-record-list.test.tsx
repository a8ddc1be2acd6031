import { useEffect } from 'react';
import { expect, test } from 'vitest';
import type { Page } from '../../../../src/playground/service/request.ts';
import { useRecordList, type LoadPage, type RecordList } from '../../../../src/playground/service/use-record-list.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

type Answer = (page: Page<readonly string[]> | Error) => void;

/** A list whose requests are answered by hand. */
async function openList() {
  const browser = fakeBrowser();
  const asked: { readonly cursor: string | null; readonly signal: AbortSignal; readonly answer: Answer }[] = [];
  const load: LoadPage<string> = (cursor, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Page<readonly string[]>>();
    asked.push({ cursor, signal, answer: (page) => (page instanceof Error ? reject(page) : resolve(page)) });
    return promise;
  };
  let list: RecordList<string> | undefined;
  function View({ of }: { readonly of: string }) {
    const latest = useRecordList(of, load);
    useEffect(() => {
      list = latest;
    });
    return null;
  }
  const shown = await mount(<View of="a" />);
  return {
    browser,
    shown,
    asked,
    state: () => {
      if (list === undefined) throw new Error('not drawn');
      const { records, total, isStale, error } = list;
      return { records, total, isStale, error };
    },
    more: () => shown.settle(() => list?.loadMore()),
    reload: () => shown.settle(() => list?.reload()),
    answer: (page: Page<readonly string[]> | Error) => shown.settle(() => asked.at(-1)?.answer(page)),
    choose: (of: string) => shown.draw(<View of={of} />),
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test('a list grows page by page, with one request at a time', async () => {
  await using list = await openList();
  expect(list.state()).toEqual({ records: [], total: null, isStale: true, error: null });
  await list.more();
  expect(list.asked).toHaveLength(1);
  await list.answer({ items: ['1', '2'], cursor: 'c', total: 3 });
  expect(list.state()).toEqual({ records: ['1', '2'], total: 3, isStale: false, error: null });
  await list.more();
  await list.more();
  expect(list.asked.map(({ cursor }) => cursor)).toEqual([null, 'c']);
  await list.answer({ items: ['3'], cursor: null, total: null });
  expect(list.state()).toEqual({ records: ['1', '2', '3'], total: 3, isStale: false, error: null });
  await list.more();
  expect(list.asked).toHaveLength(2);
});

test('a service that does not count has as many records as it sent', async () => {
  await using list = await openList();
  await list.answer({ items: ['1', '2'], cursor: null, total: null });
  expect(list.state().total).toBe(2);
});

test('another key keeps the last records until its own are here, and cancels what is on its way', async () => {
  await using list = await openList();
  await list.answer({ items: ['1'], cursor: 'c', total: 2 });
  await list.more();
  await list.choose('b');
  expect(list.asked.map(({ cursor, signal }) => [cursor, signal.aborted])).toEqual([
    [null, false],
    ['c', true],
    [null, false],
  ]);
  expect(list.state()).toEqual({ records: ['1'], total: 2, isStale: true, error: null });
  await list.shown.settle(() => list.asked[1]?.answer({ items: ['late'], cursor: null, total: 9 }));
  expect(list.state().records).toEqual(['1']);
  await list.answer({ items: ['b1'], cursor: null, total: 1 });
  expect(list.state()).toEqual({ records: ['b1'], total: 1, isStale: false, error: null });
});

test('a failed request is explained, and repeated when the service answers again', async () => {
  await using list = await openList();
  await list.answer(new TypeError('gone'));
  expect(list.state()).toEqual({
    records: [],
    total: null,
    isStale: true,
    error: 'The server does not respond. Is it still running?',
  });
  await list.shown.settle(() => list.browser.dispatch('wf-answers-again'));
  await list.answer({ items: ['1'], cursor: null, total: 1 });
  expect(list.state()).toEqual({ records: ['1'], total: 1, isStale: false, error: null });
  await list.shown.settle(() => list.browser.dispatch('wf-answers-again'));
  expect(list.asked).toHaveLength(2);
  await list.reload();
  expect(list.asked).toHaveLength(3);
});
