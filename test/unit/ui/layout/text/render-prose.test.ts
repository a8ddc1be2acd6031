import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { renderProse } from '../../../../../src/ui/layout/text/render-prose.ts';

const PAGE = `# Title

A sentence that is longer than the window is, with \`code\` and
a [link](https://example.com/a) and [a page](other.md).

- one
- two that goes on for longer than forty columns do

1. first

\`\`\`sh
wf deploy --plan   # stays as it is, however long the line may be
\`\`\`

| Key | Does |
|---|---|
| \`q\` | leaves the terminal as it was before it started |
`;

test('a page is laid out for the window, and code stays unchanged', () => {
  expect(renderProse(PAGE, { columns: 40, color: false })).toBe(
    [
      'Title',
      '',
      'A sentence that is longer than the',
      'window is, with code and a link',
      '(https://example.com/a) and a page.',
      '',
      '- one',
      '- two that goes on for longer than forty',
      '  columns do',
      '',
      '1. first',
      '',
      '  wf deploy --plan   # stays as it is, however long the line may be',
      '',
      'Key · Does',
      '  q',
      '    leaves the terminal as it was before',
      '    it started',
    ].join('\n'),
  );
});

test('colours carry no information of their own', () => {
  const colored = renderProse(PAGE, { columns: 40, color: true });
  expect(colored).toContain('\u001b[1mTitle\u001b[22m');
  expect(stripVTControlCharacters(colored)).toBe(renderProse(PAGE, { columns: 40, color: false }));
});

test('lines stay short in a wide window', () => {
  const lines = renderProse('word '.repeat(100), { columns: 300, color: false }).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('quotations are indented and fit the window; lines broken on purpose stay so', () => {
  const page =
    '> A quotation that is wider than it.\n>\n> Its second paragraph.\n\nOne  \ntwo\n\n3. third\n4. fourth\n';
  expect(renderProse(page, { columns: 24, color: false })).toBe(
    [
      '  A quotation that is',
      '  wider than it.',
      '  Its second paragraph.',
      '',
      'One',
      'two',
      '',
      '3. third',
      '4. fourth',
    ].join('\n'),
  );
});

test('code and notes have their colours, and empty lines of code stay empty', () => {
  const page =
    'Run `wf`, [here](https://a.example/b) or at <https://a.example>.\n\n```sh\na\n\nb\n```\n\n| A | B |\n|--|--|\n| c | d |\n';
  expect(renderProse(page, { columns: 100, color: true })).toBe(
    [
      'Run \u001b[36mwf\u001b[39m, here \u001b[2m(https://a.example/b)\u001b[22m or at https://a.example.',
      '\u001b[36m  a\n\n  b\u001b[39m',
      '\u001b[2mA · B\u001b[22m\n  c\n    d',
    ].join('\n\n'),
  );
});
