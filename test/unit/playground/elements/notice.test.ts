import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Notice } from '../../../../src/playground/elements/notice.tsx';

test('an error is announced and replaces the text', () => {
  const render = (error: string | null) => renderToStaticMarkup(createElement(Notice, { error }, 'Loading…'));
  expect(render(null)).toBe('<p class="notice">Loading…</p>');
  expect(render('gone')).toBe('<p class="notice error" role="alert">gone</p>');
});
