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
