import { expect, test, vi } from 'vitest';
import { lastAnnounced } from '../../../../../src/playground/elements/announce.ts';
import { AddRowDialog } from '../../../../../src/playground/workbench/adding/add-row-dialog.tsx';
import { WorkspaceContext, type Workspace } from '../../../../../src/playground/workspace/workspace.ts';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { mount } from '../../../../helpers/page/mount.ts';
import { TESTSETS } from '../../../../helpers/page/open-routes.tsx';
import { workspaceOf } from '../../../../helpers/page/page-records.ts';

const onClose = vi.fn();

const dialog = (workspace: Partial<Workspace> = {}) => (
  <WorkspaceContext value={workspaceOf(workspace)}>
    <AddRowDialog inputs={{ question: 'The sea?' }} answer="blue" onClose={onClose} />
  </WorkspaceContext>
);

const COLOURS = { id: 't', name: 'colours', app_id: 'app-1', revision: 2 };

test('a row is added to the first test set, with the answer as what is expected', async () => {
  using browser = fakeBrowser({
    answers: {
      [TESTSETS]: [{ ...COLOURS, id: 'u', name: 'others' }, COLOURS],
      'POST /testset-revisions': { id: 'r' },
      'GET /testsets/t/rows?limit=1000&revision=2': [{ question: 'A wood?', correct_answer: 'green' }],
      'POST /testset-revisions/r/rows': null,
      'GET /testsets?name=colours': [COLOURS],
      'POST /testset-revisions/r/finish': null,
    },
  });
  onClose.mockClear();
  await using shown = await mount(dialog());
  expect(shown.markup).toMatchSnapshot();
  await shown.enter('Expected answer', 'deep blue');
  await shown.click('Add');
  expect(browser.sent.filter((one) => one.startsWith('POST'))).toEqual([
    'POST /testset-revisions {"name":"colours","app_id":"app-1"}',
    'POST /testset-revisions/r/rows {"position":0,"rows":[{"question":"A wood?","correct_answer":"green"}]}',
    'POST /testset-revisions/r/rows {"position":1,"rows":[{"question":"The sea?","correct_answer":"deep blue"}]}',
    'POST /testset-revisions/r/finish',
  ]);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(lastAnnounced().text).toBe('Row added to colours');
});

test.each<[string, Partial<Workspace>, string]>([
  ['an app', {}, '"app_id":"app-1"'],
  ['no app', { app: null }, ''],
])('a new test set begins with the row, for %s', async (_, workspace, app) => {
  using browser = fakeBrowser({ answers: { [TESTSETS]: [COLOURS], 'POST /testsets': { id: 'n' } } });
  await using shown = await mount(dialog(workspace));
  await shown.enter('Test set', '');
  await expect(shown.click('Add')).rejects.toThrow(expect.objectContaining({ message: 'Add is disabled' }));
  await shown.enter('Name of the new test set', 'seas');
  await shown.enter('Column of the expected answer', 'colour');
  await shown.click('Add');
  expect(browser.sent.at(-1)).toBe(
    `POST /testsets {"name":"seas","csvdata":[{"question":"The sea?","colour":"blue"}]${app === '' ? '' : `,${app}`}}`,
  );
  expect(lastAnnounced().text).toBe('Row added to seas');
});

test('nothing can be added before the test sets are known, or without a column', async () => {
  using browser = fakeBrowser({ answers: { [TESTSETS]: new Error('lost') } });
  await using shown = await mount(dialog());
  await shown.enter('Name of the new test set', 'seas');
  await expect(shown.click('Add')).rejects.toThrow(expect.objectContaining({ message: 'Add is disabled' }));
  browser.answer({ [TESTSETS]: [] });
  await using other = await mount(dialog());
  await other.enter('Name of the new test set', 'seas');
  await other.enter('Column of the expected answer', '');
  await expect(other.click('Add')).rejects.toThrow(expect.objectContaining({ message: 'Add is disabled' }));
});
