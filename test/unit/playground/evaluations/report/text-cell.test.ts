import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CellsCell, TextCell } from '../../../../../src/playground/evaluations/report/text-cell.tsx';

test.each([
  [{}, ''],
  [{ text: 'a' }, 'a'],
  [{ tags: ['a'] }, '[&quot;a&quot;]'],
  [{ text: 'a', tone: 'b', tags: ['c'], none: null }, 'text: a\ntone: b\ntags: [&quot;c&quot;]\nnone: '],
])('the cells %j are shown as %j', (cells, text) => {
  expect(renderToStaticMarkup(createElement(CellsCell, { cells }))).toBe(`<div class="report-cell">${text}</div>`);
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
