import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PageHead, type PageHeadProps } from '../../../../src/playground/elements/page-head.tsx';

test.each([
  [{ page: 'variants', app: 'my app', id: null }, '<a class="back" href="#/apps/my%20app/variants">Variants</a>'],
  [{ page: 'human-evaluations', app: 'a', id: null }, '<a class="back" href="#/apps/a/human-evaluations">Votes</a>'],
] as [PageHeadProps['back'], string][])('the way back from %j is its list', (back, html) => {
  expect(renderToStaticMarkup(createElement(PageHead, { title: 'One', back }))).toContain(html);
});
