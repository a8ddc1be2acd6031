import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { useChoices, type ChoiceQuery, type Choices } from '../../../../src/playground/service/use-choices.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

/** Choices of a list with so many records. */
async function choose(total: number | null, key: string | null = 'list') {
  const browser = fakeBrowser();
  const asked: ChoiceQuery[] = [];
  let choices: Choices<string> = { records: null, finder: null };
  function View() {
    const latest = useChoices(key, async (query) => {
      asked.push(query);
      return { items: ['new', 'old'], cursor: null, total };
    });
    useEffect(() => {
      choices = latest;
    });
    return null;
  }
  const shown = await mount(<View />);
  return {
    asked,
    choices: () => choices,
    search: (text: string) => shown.settle(() => choices.finder?.search(text)),
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

const QUERY = { limit: 100, order: 'desc', total: 'true', archived: 'false' };

test.each([2, 100, null])('of %j records all are here, oldest first', async (total) => {
  await using list = await choose(total);
  expect(list.choices()).toEqual({ records: ['old', 'new'], finder: null });
  expect(list.asked).toEqual([QUERY]);
});

test('more are searched, also when the search finds few', async () => {
  await using list = await choose(101);
  expect(list.choices().finder?.text).toBe('');
  await list.search('old');
  expect(list.choices().finder?.text).toBe('old');
  expect(list.asked).toEqual([QUERY, { ...QUERY, search: 'old' }]);
});

test('without a key nothing is asked for', async () => {
  await using list = await choose(2, null);
  expect(list.choices()).toEqual({ records: null, finder: null });
  expect(list.asked).toEqual([]);
});
