import { expect, test } from 'vitest';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import {
  configurationDiffPage,
  environmentDiffPage,
  type FieldChangeView,
} from '../../../../src/ui/variants/diff-pages.ts';
import { plainPage } from '../../../../src/ui/layout/plain-page.ts';
import { displayOf, outlineOf } from '../fixtures.ts';

const SIDES = { before: { label: 'default@1' }, after: { label: 'formal@2' } };
const PROMPT: FieldChangeView = {
  field: 'prompt',
  before: 'be\nvery kind',
  after: 'be\nkind',
  before_is_default: true,
  after_is_default: false,
  words: [
    { kind: 'same', text: 'be\n' },
    { kind: 'removed', text: 'very\u001b[2J ' },
    { kind: 'same', text: 'kind' },
    { kind: 'added', text: '!' },
  ],
};
const WORDS: FieldChangeView = {
  field: 'words',
  before: 50,
  after: null,
  before_is_default: true,
  after_is_default: false,
  words: null,
};

test('no difference is one line', () => {
  expect(plainPage(configurationDiffPage({ ...SIDES, fields: [], routes: [] }), 'plain')).toBe(
    'default@1 → formal@2: no difference.',
  );
});

test('short values are side by side, texts word by word, without escapes', () => {
  const page = configurationDiffPage({ ...SIDES, fields: [PROMPT, WORDS], routes: [] });
  const lines = ['prompt (from the default)', 'be', '[-very[2J -]kind{+!+}'];
  expect(plainPage(page, 'plain').split('\n')).toEqual([
    'default@1 → formal@2',
    '',
    'FIELD  BEFORE        AFTER',
    'words  50 (default)  -',
    '',
    ...lines,
  ]);
  expect(drawPage(page, displayOf()).split('\n').slice(-3)).toEqual(lines);
});

test('a tab-separated diff keeps a changed text on one line', () => {
  const page = configurationDiffPage({ ...SIDES, fields: [PROMPT], routes: [] });
  expect(plainPage(page, 'tsv')).toBe('prompt (from the default)\tbe [-very[2J -]kind{+!+}');
});

test('a terminal shows changes in a long text with some context', () => {
  const long = 'word '.repeat(200);
  const changes = [
    { kind: 'same', text: long },
    { kind: 'added', text: 'new ' },
    { kind: 'same', text: long },
  ] as const;
  const frame = drawPage([{ type: 'word-diff', title: 'prompt', changes }], displayOf());
  expect(frame.length).toBeLessThan(250);
  expect(frame).toContain('{+new +}');
});

test('changes of long lists of choices show removed and added ones', () => {
  const choices = Array.from({ length: 40 }, (_, index) => `model-${index}`);
  const change = { route: '/', part: 'config', kind: 'changed', field: 'model', maybe_renamed_to: null } as const;
  const page = configurationDiffPage({
    ...SIDES,
    fields: [],
    routes: [
      { ...change, keyword: 'enum', before: choices, after: [...choices.slice(1), 'new'] },
      { ...change, keyword: 'choices', before: { all: choices }, after: { all: choices.toReversed() } },
      { ...change, kind: 'removed', keyword: null, before: { type: 'string' }, after: null, maybe_renamed_to: 'modle' },
    ],
  });
  expect(plainPage(page, 'tsv').split('\n').slice(1)).toEqual([
    '/\tmodel\tenum\twithout model-0\twith new',
    '/\tmodel\tchoices\treordered\treordered',
    '/\tmodel\tremoved\tstring\tnow modle?',
  ]);
});

test('equal changes in several routes are one row, and an added field is described', () => {
  const change = { part: 'config', kind: 'added', keyword: null, before: null, maybe_renamed_to: null } as const;
  const share = { type: 'number', 'x-parameter': 'float', minimum: 0, exclusiveMaximum: 1, default: 0.5 };
  const tone = { type: 'string', 'x-parameter': 'choice', enum: ['plain', 'formal'], default: 'plain' };
  const page = configurationDiffPage({
    ...SIDES,
    fields: [],
    routes: [
      { ...change, part: 'route', route: '/new', field: null, after: '/new' },
      ...['/', '/b'].map((route) => ({ ...change, route, field: 'share', after: share })),
      { ...change, route: '/', field: 'tone', after: tone },
      { ...change, route: '/', part: 'input', field: 'text', after: { required: true, type: 'string' } },
      { ...change, route: '/b', part: 'input', field: 'text', after: { type: 'string', minLength: 1 } },
    ],
  });
  expect(outlineOf(page).slice(0, 2)).toEqual(['text', '  default@1 → formal@2: same values.']);
  expect(
    drawPage(page, displayOf({ columns: 80, rows: 40 }))
      .split('\n')
      .slice(3),
  ).toEqual([
    'route  field  change       after',
    '/new   -      route added  -',
    '/, /b  share  added        float ≥ 0, < 1, default 0.5',
    '/      tone   added        choice of plain or formal, default plain',
    '/      text   input added  string, required',
    '/b     text   input added  {"type":"string","minLength":1}',
  ]);
});

test.each([
  [[], true, 'same values, same code.'],
  [[WORDS], false, '1 changed value, different code.'],
  [[WORDS, PROMPT], true, '2 changed values, same code.'],
])('two environments with the changes %#', (fields, same_code, line) => {
  const side = { variant: 'default', deployed_by: 'ana', deployed_at: '2026-11-20T11:00:00Z' };
  const page = environmentDiffPage({
    before: { ...side, environment: 'staging', revision: 4, variant_revision: 2, code: 'abc' },
    after: { ...side, environment: 'production', revision: 9, variant_revision: 1, code: null },
    same_code,
    fields,
    routes: [],
  });
  expect(outlineOf(page).slice(0, 10)).toEqual([
    'table',
    '  environment | text | 0',
    '  runs | text | 0',
    '  code | id | 1',
    '  by | text | 2',
    '  since | time | 0',
    '  "staging@4", "default@2", "abc", "ana", "2026-11-20T11:00:00Z"',
    '  "production@9", "default@1", null, "ana", "2026-11-20T11:00:00Z"',
    'text',
    `  ${line}`,
  ]);
});

test('the title of a text says which side is the default', () => {
  const titles = [
    [false, false],
    [false, true],
    [true, false],
  ].map(([before_is_default = false, after_is_default = false]) => {
    const field = { ...PROMPT, before_is_default, after_is_default };
    return plainPage(configurationDiffPage({ ...SIDES, fields: [field], routes: [] }), 'plain').split('\n')[2];
  });
  expect(titles).toEqual(['prompt', 'prompt (to the default)', 'prompt (from the default)']);
});
