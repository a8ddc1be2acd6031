import { marked } from 'marked';
import { expect, test } from 'vitest';
import { markdownView } from '../../../../src/ui/layout/markdown-view.ts';
import { toRecord, toText } from '../../../../src/ui/layout/view.ts';
import { toTable } from '../../../../src/ui/layout/table-model.ts';

interface Row {
  readonly what: string;
  readonly count: number;
}

const columns = [
  { header: 'what', value: ({ what }: Row) => what },
  { header: 'count', kind: 'integer', value: ({ count }: Row) => count },
] as const;

test('a page becomes a heading, a table, a list and paragraphs', () => {
  const page = [
    toText('Plan for support: no route changes.', 'Nothing was changed.'),
    toRecord([{ label: 'routes', value: '/' }]),
    toTable({ title: 'Rows', columns, rows: [{ what: 'a|b', count: 3 }], empty: '' }),
    {
      type: 'word-diff',
      title: 'prompt',
      changes: [
        { kind: 'removed', text: '```old' },
        { kind: 'added', text: 'new' },
      ],
    },
  ] as const;
  expect(markdownView(page).split('\n')).toEqual([
    'Plan for support: no route changes.  ',
    'Nothing was changed.',
    '',
    '- routes: /',
    '',
    '#### Rows',
    '',
    '| what | count |',
    '| --- | --: |',
    String.raw`| a\|b | 3 |`,
    '',
    '#### prompt',
    '',
    '````',
    '[-```old-]{+new+}',
    '````',
  ]);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '![a](https://evil.example/pixel.png)',
  '[a](https://evil.example)',
  'https://evil.example',
  '**bold** _and_ `code` ~~gone~~',
  'one | two\n| three',
  '# heading',
])('a value %j stays text in its cell', (what) => {
  const html = marked.parse(markdownView([toTable({ columns, rows: [{ what, count: 1 }], empty: '' })]), {
    async: false,
  });
  expect(html).not.toMatch(/<(?:img|a|strong|em|code|del|h\d)\b/);
  expect(html.match(/<td/g)).toHaveLength(2);
});

test('values cannot mention users', () => {
  expect(markdownView([toText('thanks to @everyone')])).toBe('thanks to @\u2060everyone');
});

test('a page that is too long for a comment is truncated with a remark', () => {
  const rows = Array.from({ length: 60 }, (_, count) => ({ what: 'x'.repeat(400), count }));
  const table = toTable({ columns, rows, empty: '' });
  const one = markdownView([table]);
  expect(one.endsWith('\n\nand 10 more')).toBe(true);
  expect(one).toContain(`| ${'x'.repeat(300)}… | 49 |`);
  const all = markdownView([table, table, table, table, table]);
  expect(all.length).toBeLessThan(60_100);
  expect(all.endsWith('*The rest is too long for a comment.*')).toBe(true);
});

test('a table without rows says that it is empty', () => {
  expect(markdownView([toTable({ columns, rows: [], empty: 'No rows yet.' })])).toBe('No rows yet.');
});

test('a page of sixty thousand characters is whole, a longer one is not', () => {
  const page = (length: number) => markdownView([toText('first'), toText('x'.repeat(length))]);
  expect(page(59_991)).toBe(`first\n\n${'x'.repeat(59_991)}`);
  expect(page(59_992)).toBe('first\n\n*The rest is too long for a comment.*');
});

test('a cell of three hundred characters is whole, a longer one is cut', () => {
  const field = (length: number) => markdownView([toRecord([{ label: 'a', value: 'x'.repeat(length) }])]);
  expect(field(300)).toBe(`- a: ${'x'.repeat(300)}`);
  expect(field(301)).toBe(`- a: ${'x'.repeat(300)}…`);
});

test('a record has its title, and characters of HTML are escaped', () => {
  expect(markdownView([toRecord([{ label: 'a & b', value: '<i> 1 > 0' }], 'One')])).toBe(
    '#### One\n\n- a &amp; b: &lt;i&gt; 1 &gt; 0',
  );
});

test('a text without backticks has the shortest fence', () => {
  const changes = [{ kind: 'same', text: 'a' }] as const;
  expect(markdownView([{ type: 'word-diff', title: 'prompt', changes }])).toBe('#### prompt\n\n```\na\n```');
});
