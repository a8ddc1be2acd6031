import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DiffView } from '../../../../src/playground/variants/diff-view.tsx';

const render = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  renderToStaticMarkup(createElement(DiffView, { before, after }));

test('equal configurations have no differences', () => {
  expect(render({ words: 5 }, { words: 5 })).toBe('<p class="notice">No differences.</p>');
});

test('a replaced value has an arrow', () => {
  expect(render({ words: 5 }, { words: 6 })).toContain(
    '<dt>words</dt><dd><del>5</del><span class="faint"> → </span><ins>6</ins></dd>',
  );
});

test('a changed text shows its words, unchanged ones once', () => {
  const html = render({ prompt: 'Be very short' }, { prompt: 'Be rather short' });
  expect(html).toMatch(/Be ?<del>/);
  expect(html).toContain('<del>very');
  expect(html).toContain('<ins>rather');
});
