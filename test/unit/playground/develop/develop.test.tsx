import { expect, test } from 'vitest';
import type { DevEvent } from '../../../../src/contract/develop/dev-events.ts';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { ANSWER, DEV, openView } from '../../../helpers/page/open-view.tsx';
import { routeOf } from '../../../helpers/page/page-records.ts';

const RUN = 'POST /dev/workflow/playground/run';
const BROKEN: DevEvent = {
  ...DEV,
  type: 'reload-fail',
  message: 'Unexpected }',
  file: 'workflow.ts',
  line: 3,
  column: 7,
  frame: null,
};

/** Opens the page of `wf dev` before its first event. */
async function openDev(place = 'routes', answers: Answers = {}) {
  return await openView(place, { 'GET /session': { signed_in: true, owner: 'somebody', mode: 'dev' }, ...answers });
}

test('the page follows the sources, and says whether they build and wf dev runs', async () => {
  await using page = await openDev('#/');
  const states: unknown[] = [];
  const look = () =>
    states.push([page.names('status')[1], page.names('navigation').length === 0 ? null : page.read('Routes')]);
  look();
  await page.save({ ...DEV, routes: [routeOf({ path: '/new' })] });
  look();
  await page.save(BROKEN);
  look();
  await page.settle(() => page.browser.push('/dev/events', new Event('error')));
  look();
  await page.settle(() => page.browser.push('/dev/events', new Event('open')));
  look();
  await page.save(DEV);
  look();
  expect(states).toEqual([
    ['Watching', null],
    ['Watching', '/new'],
    ['Last save does not build', '/'],
    ['wf dev has stopped', '/'],
    ['Last save does not build', '/'],
    ['Watching', '/'],
  ]);
});

test('a project without an app name has routes, and other apps keep their views', async () => {
  await using page = await openDev('#/');
  await page.save({ ...DEV, app: null });
  expect([page.hash, page.options('App'), page.read('Routes')]).toEqual([
    '#/apps/project/routes',
    ['project', 'support'],
    '/',
  ]);
  await page.enter('App', 'support');
  await page.click('Environments');
  expect(page.rows('Environments')[1]?.[0]).toBe('production');
});

test('sources without a route say how to get one', async () => {
  await using page = await openDev();
  await page.save({ ...DEV, routes: [] });
  expect(page.text).toContain('Export a route from the workflow’s entry file to try it here.');
});

test.each([
  [{}, 'workflow.ts:3:7 Unexpected }\nThe last good version keeps answering.'],
  [{ column: null }, 'workflow.ts:3 Unexpected }\nThe last good version keeps answering.'],
  [{ line: null }, 'workflow.ts Unexpected }\nThe last good version keeps answering.'],
  [{ file: null, routes: [] }, 'The workflow does not build Unexpected }'],
  [{ frame: '3 | }\n    ^', routes: [] }, 'workflow.ts:3:7 Unexpected }\n3 | }\n    ^'],
])('a save that does not build, with %j, is reported', async (part, text) => {
  await using page = await openDev();
  await page.save({ ...BROKEN, ...part });
  expect(page.names('alert')[0]).toBe(text);
});

test('a failure shows its source with a caret under its column, tabs kept and line numbers aligned', async () => {
  const stacktrace = 'Error: Boom\n    at workflow.ts:10:4';
  const excerpt = { file: 'workflow.ts', line: 10, column: 4, first_line: 9, lines: ['nine', '\tx ten', 'eleven'] };
  await using page = await openDev('routes', {
    [RUN]: Response.json({ detail: { message: 'Boom', stacktrace } }, { status: 500 }),
    'POST /dev/source': excerpt,
  });
  await page.save(DEV);
  await page.enter('question', 'x');
  await page.click('Run');
  await page.sees('workflow.ts:10:4');
  expect(page.read('Source')).toBe(' 9 │ nine\n10 │ \tx ten\n   │ \t  ^\n11 │ eleven'.trim());
  expect(page.writes.at(-1)).toEqual(['POST /dev/source', { stack: stacktrace }]);
});

test('after a save that builds, the last inputs run again, if that is wanted and they ran once', async () => {
  await using page = await openDev('routes', { [RUN]: ANSWER });
  await page.save(DEV);
  const runs: number[] = [];
  const save = async (event: DevEvent) => {
    await page.save(event);
    runs.push(page.writes.length);
  };
  await page.enter('question', 'x');
  await page.enter('Run again on save', true);
  await save({ ...DEV });
  await page.click('Run');
  await save({ ...DEV });
  await save(BROKEN);
  await page.enter('Run again on save', false);
  await save({ ...DEV });
  expect(runs).toEqual([0, 2, 2, 2]);
});
