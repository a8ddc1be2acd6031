import { expect, test } from 'vitest';
import { readRow } from '../../../../src/playground/evaluations/read-row.ts';
import { RowDetails, toneOf } from '../../../../src/playground/evaluations/row-details.tsx';
import { rowOf } from '../../../helpers/evaluation-records.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

test('a row is shown whole, with why a judge scored it so', async () => {
  using _ = fakeBrowser();
  const row = rowOf({ input: 'the sea', output: 'blue', scores: { judge: 7 }, cost: 0.5, latency: 2 });
  const results = row.results.map((each) => ({ ...each, result: { ...each.result, reason: 'Too short.' } }));
  const evaluators = [
    { id: 'judge', name: 'Judge', isNumber: true },
    { id: 'other', name: 'Other', isNumber: false },
  ];
  let closed = 0;
  await using shown = await mount(
    <RowDetails row={readRow({ ...row, results })} evaluators={evaluators} onClose={() => (closed += 1)} />,
  );
  expect(shown.markup).toMatchInlineSnapshot(`
    "<div className="card details" aria-live="polite" !scrollIntoView {"block":"nearest"}>
      <header className="card-head">
        <h2> "Row 1"
        <button type="button" className="link"> "Close"
      <dl>
        <div>
          <dt> "Inputs"
          <dd> "text: the sea"
        <div>
          <dt> "Expected"
          <dd> "the sea"
        <div>
          <dt> "Output"
          <dd> "blue"
        <div>
          <dt> "Judge"
          <dd> "7"
        <div>
          <dt> "Judge: reason"
          <dd> "Too short."
        <div>
          <dt> "Other"
          <dd> "-"
        <div>
          <dt> "Cost"
          <dd> "$0.50"
        <div>
          <dt> "Latency"
          <dd> "2.00 s""
  `);
  await shown.click('Close');
  expect(closed).toBe(1);
});

test.each([
  ['true', 'good'],
  ['false', 'bad'],
  ['7', undefined],
  [undefined, undefined],
])('the verdict %j has the colour %j', (verdict, tone) => {
  expect(toneOf(verdict)).toBe(tone);
});
