import { expect, test } from 'vitest';
import { toRecord, toText } from '../../../../src/ui/layout/page.ts';
import { appsPage } from '../../../../src/ui/apps/apps-page.ts';
import { showLine } from '../../../../src/ui/layout/show-line.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { displayOf } from '../fixtures.ts';

const EMPTY = 'No apps yet. Create one: wf deploy (or wf apps create NAME)';
const APP = {
  app_id: '01932c5e-1111-7000-8000-000000000001',
  app_name: 'support',
  app_type: 'custom',
  updated_at: null,
};

test('an empty list on a terminal is one line with the command that creates a record', async () => {
  expect(await showPage(appsPage([]), displayOf())).toEqual({ text: EMPTY, remark: null });
});

test('an empty list in a pipe is only the header; the line goes to standard error', async () => {
  expect(await showPage(appsPage([]), displayOf({ form: 'plain' }))).toEqual({
    text: 'NAME  TYPE  ID  UPDATED',
    remark: EMPTY,
  });
});

test('a list is drawn on a terminal, aligned in a pipe, and tab-separated on request', async () => {
  expect((await showPage(appsPage([APP]), displayOf())).text).toBe('name     type    id\nsupport  custom  01932c5e');
  expect((await showPage(appsPage([APP]), displayOf({ form: 'plain' }))).text).toBe(
    [
      'NAME     TYPE    ID                                    UPDATED',
      'support  custom  01932c5e-1111-7000-8000-000000000001  -',
    ].join('\n'),
  );
  expect((await showPage(appsPage([APP]), displayOf({ form: 'tsv' }))).text).toBe(
    'name\ttype\tid\tupdated\nsupport\tcustom\t01932c5e-1111-7000-8000-000000000001\t',
  );
});

test('a record in a pipe is a label and a value per line', async () => {
  const page = [
    toRecord([
      { label: 'name', value: 'support' },
      { label: 'created at', value: null },
    ]),
  ];
  expect((await showPage(page, displayOf({ form: 'plain' }))).text).toBe('name        support\ncreated at  -');
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text).toBe('name\tsupport\ncreated at\t');
});

test('a line is the same everywhere, with the next command', async () => {
  const shown = { text: 'Created app support. Next: wf deploy', remark: null };
  for (const form of ['terminal', 'plain', 'tsv'] as const) {
    expect(await showLine('Created app support.', 'wf deploy')(displayOf({ form }))).toEqual(shown);
  }
});

test('a name in a line cannot control the terminal', async () => {
  expect((await showPage([toText('Created \u001b[2Japp\nx')], displayOf())).text).toBe('Created [2Japp x');
});
