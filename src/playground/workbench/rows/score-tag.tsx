import type { Score } from './cell.ts';

interface ScoreTagProps {
  /** Name of the evaluator. */
  readonly name: string;
  readonly score: Score | undefined;
}

/** The score of an answer by one evaluator. A cross or a tick says it without colour. */
export function ScoreTag({ name, score }: ScoreTagProps) {
  if (score === undefined) return null;
  const { state, text } = score;
  const tone = state === 'failed' || text === 'fail' ? 'bad' : text === 'pass' ? 'good' : undefined;
  const sign = state === 'failed' ? '⚠ no score' : text === 'pass' ? '✓' : text === 'fail' ? '✗' : text;
  return (
    <span className="cell-score" data-tone={tone} title={`${name}: ${text}`}>
      <span className="score-name">{name}</span> <b>{sign}</b>
      {sign === text ? null : <span className="hidden"> {text}</span>}
    </span>
  );
}
