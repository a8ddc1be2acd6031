import { expect, test } from 'vitest';
import { TestsetSelect } from '../../../../src/playground/workbench/testset-select.tsx';
import { choicesOf } from '../../../helpers/page/choices-of.ts';
import { fakeBrowser, type Answers } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { TESTSETS } from '../../../helpers/page/open-routes.tsx';
import { pageOf } from '../../../helpers/page/page-records.ts';

const LISTED = [
  { id: 'u', name: 'more' },
  { id: 't', name: 'cases' },
];

/** What the menu offers, what was asked for, and whether there is a search. */
async function offered(id: string, answers: Answers) {
  using browser = fakeBrowser({ answers });
  const chosen: string[] = [];
  await using shown = await mount(<TestsetSelect id={id} onSelect={(next) => chosen.push(next)} none="one input" />);
  return {
    choices: choicesOf(shown).flat(),
    sent: browser.sent.filter((one) => one !== TESTSETS),
    hasSearch: shown.markup.includes('"Find test set"'),
  };
}

const NONE = ['Test set', ': one input'];

test.each<[string, string, Answers, object]>([
  [
    'all are listed',
    't',
    { [TESTSETS]: LISTED },
    { choices: [...NONE, 't: cases', 'u: more'], sent: [], hasSearch: false },
  ],
  [
    'nothing is chosen',
    '',
    { [TESTSETS]: LISTED },
    { choices: [...NONE, 't: cases', 'u: more'], sent: [], hasSearch: false },
  ],
  ['there is none', '', { [TESTSETS]: [] }, { choices: [], sent: [], hasSearch: false }],
  ['they cannot be read', '', {}, { choices: [], sent: [], hasSearch: false }],
  [
    'an old one is chosen',
    'o',
    {
      [TESTSETS]: pageOf(LISTED, { total: 101 }),
      'GET /testsets?id_prefix=o&limit=1': [{ id: 'o', name: 'old' }],
    },
    {
      choices: [...NONE, 'o: old', 't: cases', 'u: more'],
      sent: ['GET /testsets?id_prefix=o&limit=1'],
      hasSearch: true,
    },
  ],
  [
    'a deleted one is chosen',
    'o',
    { [TESTSETS]: [], 'GET /testsets?id_prefix=o&limit=1': [] },
    { choices: [...NONE, 'o: deleted'], sent: ['GET /testsets?id_prefix=o&limit=1'], hasSearch: false },
  ],
])('when %s, the menu offers what can be chosen', async (_, id, answers, expected) => {
  expect(await offered(id, answers)).toEqual(expected);
});
