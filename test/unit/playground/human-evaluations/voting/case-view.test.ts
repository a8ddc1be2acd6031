import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { VotingCase } from '../../../../../src/contract/human-evaluations/voting.ts';
import { CaseView } from '../../../../../src/playground/human-evaluations/voting/case-view.tsx';

type Output = VotingCase['outputs'][number];
const done = (output: string): Output => ({ output, state: 'made', variant: null });
const render = (outputs: readonly Output[], given: Partial<VotingCase> = {}) => {
  const shown = { inputs: [{ input_name: 'text', input_value: { a: 1 } }], correct_answer: null, outputs, ...given };
  return renderToStaticMarkup(createElement(CaseView, { shown: shown as VotingCase }));
};

test('a single output has no number, two have', () => {
  expect(render([done('a')])).toContain('aria-label="Output"');
  const two = render([done('a'), done('b')]);
  expect([two.includes('aria-label="Output 1"'), two.includes('aria-label="Output 2"')]).toEqual([true, true]);
});

test.each([
  [{ output: null, state: 'waiting', variant: null }, 'Still generating…'],
  [{ output: null, state: 'failed', variant: null }, 'There is no output: the call failed.'],
  [{ output: '', state: 'made', variant: null }, '(empty)'],
  [{ output: { b: 2 }, state: 'made', variant: null }, '<pre>{\n  &quot;b&quot;: 2\n}</pre>'],
  [{ output: '**b**', state: 'made', variant: null }, '<strong>b</strong>'],
] as [Output, string][])('the output %j is shown as %j', (output, html) => {
  expect(render([output])).toContain(html);
});

test.each([
  ['a'.repeat(200), '<dd>'],
  ['a'.repeat(201), '<dd tabindex="0">'],
  ['a\nb', '<dd tabindex="0">'],
])('an input that may scroll can be reached by the keyboard', (text, html) => {
  expect(render([], { inputs: [{ input_name: 'text', input_value: text }] })).toContain(`${html}${text}</dd>`);
});

test('the variant is shown once it is revealed, the expected answer when there is one', () => {
  expect(render([done('a')])).not.toContain('class="tag"');
  expect(render([{ ...done('a'), variant: 'tuned@3' }])).toContain('<span class="tag">tuned@3</span>');
  expect(render([done('a')])).not.toContain('Expected answer');
  expect(render([done('a')], { correct_answer: 'b' })).toContain('<dt>Expected answer</dt><dd>b</dd>');
});
