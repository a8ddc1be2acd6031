import { afterEach, expect, test, vi } from 'vitest';
import type { Address } from '../../../../src/playground/address/address.ts';
import { announce, lastAnnounced } from '../../../../src/playground/elements/announce.ts';
import { usePageTitle } from '../../../../src/playground/shell/use-page-title.ts';
import { mount } from '../../../helpers/page/mount.ts';

afterEach(() => void vi.unstubAllGlobals());

const VARIANTS: Address = { page: 'variants', app: 'support', id: null };
const ENVIRONMENTS: Address = { page: 'environments', app: 'support', name: null };

function View({ address }: { readonly address: Address }) {
  usePageTitle(address);
  return null;
}

/** Opens a view, then another, while an element has the focus. */
async function follow(first: Address, next: Address, hasFocus: 'nothing' | 'body' | 'a field' = 'nothing') {
  const [body, field, focused] = [{}, {}, [] as unknown[]];
  const main = { focus: (options: unknown) => focused.push(options) };
  const page = {
    title: '',
    body,
    activeElement: { nothing: null, body, 'a field': field }[hasFocus],
    getElementById: (id: string) => (id === 'main' ? main : null),
  };
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('document', page);
  announce('before');
  await using shown = await mount(<View address={first} />);
  const titles = [page.title];
  await shown.draw(<View address={next} />);
  return { titles: [...titles, page.title], announced: lastAnnounced().text, focused };
}

test('another view names the tab, is announced, and gets the focus that nothing has', async () => {
  expect(await follow(VARIANTS, ENVIRONMENTS)).toEqual({
    titles: ['Variants, support · wf', 'Environments, support · wf'],
    announced: 'Environments, support',
    focused: [{ preventScroll: true }],
  });
});

test.each([
  ['body', 1],
  ['a field', 0],
] as const)('the focus of %s moves %i times', async (hasFocus, times) => {
  expect((await follow(VARIANTS, ENVIRONMENTS, hasFocus)).focused).toHaveLength(times);
});

test.each<[string, Address, Address]>([
  ['the start, which leads on', { page: 'start' }, VARIANTS],
  ['the same view with another filter', VARIANTS, { ...VARIANTS, query: { find: 'a' } }],
])('after %s nothing is announced', async (_, first, next) => {
  const { announced, focused } = await follow(first, next);
  expect([announced, focused]).toEqual(['before', []]);
});
