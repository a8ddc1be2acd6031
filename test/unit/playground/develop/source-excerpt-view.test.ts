import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SourceExcerptView } from '../../../../src/playground/develop/source-excerpt-view.tsx';

test('the caret is under its column, with tabs kept and line numbers aligned', () => {
  const excerpt = { file: 'src/a.ts', line: 10, column: 4, first_line: 9, lines: ['nine', '\tx ten', 'eleven'] };
  const html = renderToStaticMarkup(createElement(SourceExcerptView, { excerpt }));
  expect(html).toContain('src/a.ts:10:4');
  const source = /<pre[^>]*>(.*)<\/pre>/s.exec(html)?.[1]?.replaceAll(/<\/?mark>/g, '');
  expect(source).toBe(' 9 │ nine\n10 │ \tx ten\n   │ \t  ^\n11 │ eleven\n');
});
