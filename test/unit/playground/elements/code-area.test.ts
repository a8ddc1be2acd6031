import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CodeArea, formatJson } from '../../../../src/playground/elements/code-area.tsx';

test.each([
  ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
  ['{"a":', null],
  ['  ', null],
  ['7', null],
  ['null', null],
  ['{"big": 12345678901234567890}', null],
  ['{"small": 1e400}', null],
])('%s is formatted as %j', (text, formatted) => {
  expect(formatJson(text)).toBe(formatted);
});

test.each([
  ['{"a":1}', true],
  ['{\n  "a": 1\n}', false],
  ['{"a":', false],
])('%j offers to format it: %s', (value, isOffered) => {
  const html = renderToStaticMarkup(createElement(CodeArea, { value, onChange: () => undefined, rows: 4 }));
  expect(html.includes('Format</button>')).toBe(isOffered);
  expect(html).toContain('<textarea rows="4" class="code" spellCheck="false"');
});
