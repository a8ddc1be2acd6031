import { useMemo } from 'react';
import type { PastAnswer } from '../../drafts/run-history.ts';
import { formatMoment } from '../../text/format-figures.ts';
import { compareTexts } from '../../variants/compare-parameters.ts';
import { DiffParts, DiffView } from '../../variants/diff-view.tsx';

interface AnswerComparisonProps {
  readonly one: PastAnswer;
  readonly other: PastAnswer;
}

/** Two answers: what differs in configuration, inputs and text, from the older to the newer. */
export function AnswerComparison({ one, other }: AnswerComparisonProps) {
  const [before, after] = one.at <= other.at ? [one, other] : [other, one];
  const parts = useMemo(() => compareTexts(before.text, after.text), [before.text, after.text]);
  return (
    <section aria-label="Comparison" className="card answer-comparison">
      <p className="faint">
        From <del>{formatMoment(before.at)}</del> to <ins>{formatMoment(after.at)}</ins>
      </p>
      <h3>Configuration</h3>
      <DiffView before={before.config} after={after.config} />
      <h3>Inputs</h3>
      <DiffView before={before.inputs} after={after.inputs} />
      <h3>Answer</h3>
      {before.text === after.text ? (
        <p className="notice">No differences.</p>
      ) : (
        <pre className="output" tabIndex={0} role="group" aria-label="Differences of the answers">
          <DiffParts parts={parts} />
        </pre>
      )}
    </section>
  );
}
