import type { RouteChange } from '../../../../src/contract/deployments/deployment.ts';
import { expect, test } from 'vitest';
import { plainView } from '../../../../src/ui/layout/plain-view.ts';
import { configurationDiffView, environmentDiffView } from '../../../../src/ui/variants/diff-views.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';
import type { FieldChange } from '../../../../src/contract/develop/configuration-diff.ts';

const SIDES = {
  before: { label: 'default@1', parameters: {}, set_parameters: {} },
  after: { label: 'formal@2', parameters: {}, set_parameters: {} },
};
const PROMPT: FieldChange = {
  field: 'prompt',
  kind: 'changed',
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
const WORDS: FieldChange = {
  field: 'words',
  kind: 'changed',
  before: 50,
  after: null,
  before_is_default: true,
  after_is_default: false,
  words: null,
};
const diffOf = (...fields: readonly FieldChange[]) => configurationDiffView({ ...SIDES, fields, routes: [] });

test('no difference is one line', () => {
  expect(writtenLines(diffOf())).toEqual(['default@1 → formal@2: no difference.']);
});

test('short values are side by side, texts word by word, without escapes', () => {
  const lines = ['prompt (from the default)', 'be', '[-very[2J -]kind{+!+}'];
  expect(writtenLines(diffOf(PROMPT, WORDS))).toEqual([
    'default@1 → formal@2',
    '',
    'FIELD  BEFORE        AFTER',
    'words  50 (default)  -',
    '',
    ...lines,
  ]);
  expect(drawnLines(diffOf(PROMPT)).slice(-3)).toEqual(lines);
  expect(plainView(diffOf(PROMPT), 'tsv')).toBe('prompt (from the default)\tbe [-very[2J -]kind{+!+}');
});

test.each([
  [false, false, 'prompt'],
  [false, true, 'prompt (to the default)'],
  [true, false, 'prompt (from the default)'],
])('where a default is before (%s) or after (%s), a text is titled "%s"', (before, after, title) => {
  const page = diffOf({ ...PROMPT, before_is_default: before, after_is_default: after });
  expect(writtenLines(page)[2]).toBe(title);
});

test('changes of the routes are below those of the values', () => {
  const change = { part: 'config', keyword: null, maybe_renamed_to: null } as const;
  const share = { type: 'number', 'x-parameter': 'float', minimum: 0, exclusiveMaximum: 1, default: 0.5 };
  const routes: readonly RouteChange[] = [
    { ...change, part: 'route', kind: 'added', route: '/new', field: null, before: null, after: '/new' },
    ...['/', '/b'].map((route) => ({
      ...change,
      kind: 'added' as const,
      route,
      field: 'share',
      before: null,
      after: share,
    })),
    { ...change, kind: 'removed', route: '/', field: 'model', before: { type: 'string' }, after: null },
  ];
  expect(drawnLines(configurationDiffView({ ...SIDES, fields: [], routes }))).toEqual([
    'default@1 → formal@2: same values.',
    '',
    'Changes in the routes',
    'route  field  change       before  after',
    '/new   -      route added  -       -',
    '/, /b  share  added        -       float ≥ 0, < 1, default 0.5',
    '/      model  removed      string  -',
  ]);
});

test.each([
  [[], true, 'same values, same code.'],
  [[WORDS], false, '1 changed value, different code.'],
  [[WORDS, PROMPT], true, '2 changed values, same code.'],
])('two environments show what each runs, by whom and since when: %#', (fields, same_code, line) => {
  const side = { variant: 'default', deployment: null, deployed_by: 'ana', deployed_at: '2026-11-20T11:00:00Z' };
  const page = environmentDiffView({
    before: { ...side, environment: 'staging', revision: 4, variant_revision: 2, code: 'abc' },
    after: { ...side, environment: 'production', revision: 9, variant_revision: 1, code: null },
    same_code,
    fields,
    routes: [],
  });
  expect(drawnLines(page).slice(0, 5)).toEqual([
    'environment   runs       code  by   since',
    'staging@4     default@2  abc   ana  1 hour ago',
    'production@9  default@1  -     ana  1 hour ago',
    '',
    line,
  ]);
});
