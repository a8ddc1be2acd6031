import { Fragment } from 'react';
import { Button } from '../elements/button.tsx';
import { Fact } from '../elements/facts.tsx';
import { LongText } from '../elements/long-text.tsx';
import { useScrollIntoView } from '../elements/row-table.tsx';
import { formatCost, formatSeconds } from '../text/format-figures.ts';
import type { EvaluatorColumn, Row } from './read-row.ts';

interface RowDetailsProps {
  readonly row: Row;
  readonly evaluators: readonly EvaluatorColumn[];
  readonly onClose: () => void;
}

export function RowDetails({ row, evaluators, onClose }: RowDetailsProps) {
  const element = useScrollIntoView<HTMLDivElement>();
  return (
    <div className="card details" aria-live="polite" ref={element}>
      <header className="card-head">
        <h2>Row {row.name}</h2>
        <Button label="Close" className="link" onClick={onClose} />
      </header>
      <dl>
        <Part label="Inputs" text={row.inputs} />
        <Part label="Expected" text={row.expected} />
        <Part label="Output" text={row.output} tone={row.isFailed ? 'bad' : undefined} />
        {evaluators.map(({ id, name }) => (
          <Fragment key={id}>
            <Part label={name} text={row.verdicts[id] ?? '-'} tone={toneOf(row.verdicts[id])} />
            {row.reasons[id] === undefined ? null : <Part label={`${name}: reason`} text={row.reasons[id]} />}
          </Fragment>
        ))}
        <Part label="Cost" text={formatCost(row.cost)} />
        {row.costFrom === '' ? null : <Part label="Cost from" text={row.costFrom} />}
        <Part label="Latency" text={formatSeconds(row.latency)} />
      </dl>
    </div>
  );
}

export function toneOf(verdict: string | undefined): 'good' | 'bad' | undefined {
  if (verdict === 'true') return 'good';
  return verdict === 'false' ? 'bad' : undefined;
}

interface PartProps {
  readonly label: string;
  readonly text: string;
  readonly tone?: string | undefined;
}

function Part({ label, text, tone }: PartProps) {
  return (
    <Fact label={label} className={tone}>
      <LongText text={text}>{(shown) => shown}</LongText>
    </Fact>
  );
}
