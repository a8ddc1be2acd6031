import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextDifference } from '../../../../src/playground/variants/text-difference.tsx';

test('what only one text has is marked', () => {
  const view = createElement(TextDifference, { before: 'a short answer', after: 'a long answer' });
  expect(renderToStaticMarkup(view)).toBe('a <del>short</del><ins>long</ins> answer');
});
