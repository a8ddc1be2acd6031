import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onlyValue, TextCell } from '../../../../../src/playground/evaluations/report/text-cell.tsx';

test.each([
  [{}, null],
  [{ text: 'a' }, 'a'],
  [
    { text: 'a', tone: 'b' },
    { text: 'a', tone: 'b' },
  ],
])('the cells %j are shown as %j', (cells, value) => {
  expect(onlyValue(cells)).toEqual(value);
});

test.each([
  ['a', 'a'],
  [null, ''],
  [undefined, ''],
  [0, '0'],
  [{ a: 1 }, '{&quot;a&quot;:1}'],
])('the value %j reads %j', (value, text) => {
  expect(renderToStaticMarkup(createElement(TextCell, { value }))).toBe(`<div class="report-cell">${text}</div>`);
});
