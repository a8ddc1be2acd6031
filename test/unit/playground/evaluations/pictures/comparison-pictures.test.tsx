import { expect, test } from 'vitest';
import { ComparisonPictures } from '../../../../../src/playground/evaluations/pictures/comparison-pictures.tsx';
import type { ComparedCandidate } from '../../../../../src/contract/evaluations/comparison.ts';
import { COMPARISON } from '../../../../helpers/page/comparison-records.ts';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { HostElement } from '../../../../helpers/page/host-element.ts';
import { type Mounted, mount } from '../../../../helpers/page/mount.ts';

const [CANDIDATE] = COMPARISON.candidates as readonly [ComparedCandidate];

const pictures = (candidate: ComparedCandidate, onOpen: (row: number) => void = () => undefined) => (
  <ComparisonPictures comparison={COMPARISON} candidate={candidate} onOpen={onOpen} />
);

/** Opens the table of every picture. */
async function openTables(shown: Mounted): Promise<void> {
  const closed = shown.root.all.filter(({ tag }) => tag === 'details').map(({ text }) => text);
  for (const name of closed) await shown.fire(name, 'onToggle', { currentTarget: { open: true } });
}

test('differences, slices, distributions and rows are drawn, each with its table', async () => {
  using _browser = fakeBrowser();
  await using shown = await mount(pictures(CANDIDATE));
  await openTables(shown);
  expect(shown.markup).toMatchSnapshot();
});

test('another metric has its own distribution and rows, on a logarithmic axis where its values are far apart', async () => {
  using _browser = fakeBrowser();
  await using shown = await mount(pictures(CANDIDATE));
  await shown.enter('Rows by', 'latency');
  await openTables(shown);
  expect(shown.markup).toMatchSnapshot();
});

test('passes and failures have no distribution', async () => {
  using _browser = fakeBrowser();
  await using shown = await mount(pictures(CANDIDATE));
  await shown.enter('Rows by', 'exact_match');
  await openTables(shown);
  expect(shown.markup).not.toContain('Distribution of');
  expect(shown.markup).toContain('1 better, 1 worse, 1 the same');
  expect(shown.markup).toMatchSnapshot();
});

test('slices show the metric that is chosen', async () => {
  using _browser = fakeBrowser();
  await using shown = await mount(pictures({ ...CANDIDATE, points: undefined }));
  await shown.enter('Slices by', 'latency');
  await openTables(shown);
  expect(shown.markup).toMatchSnapshot();
});

test('a point and a row of the table open the row of the candidate', async () => {
  using _browser = fakeBrowser();
  const opened: number[] = [];
  await using shown = await mount(pictures(CANDIDATE, (row) => opened.push(row)));
  await openTables(shown);
  await shown.click('Row 3');
  const plot = shown.root.all.find(({ tag, props }) => tag === 'svg' && 'onClick' in props);
  const onClick = plot?.props['onClick'] as (event: object) => void; // React's handler
  const clickOn = (index: string | null) => {
    const target = Object.assign(Object.create(HostElement.prototype), {
      closest: () => (index === null ? null : { getAttribute: () => index }),
    }) as unknown;
    onClick({ target });
  };
  for (const index of ['0', '2', '9', null]) clickOn(index);
  onClick({ target: {} });
  expect(opened).toEqual([13, 11, 15]);
});

test('without slices or points, only the differences are drawn', async () => {
  using _browser = fakeBrowser();
  const { points: _points, groups: _groups, ...bare } = CANDIDATE;
  await using shown = await mount(pictures(bare));
  const titles = shown.root.all.filter(({ tag }) => tag === 'h3').map(({ text }) => text);
  expect(titles).toEqual(['Differences']);
});
