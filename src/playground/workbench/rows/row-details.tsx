import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { Fact, LongText, TextBox } from '../../elements/facts.tsx';
import { Button, CopyButton } from '../../elements/button.tsx';
import { useScrollIntoView } from '../../elements/row-table.tsx';
import { formatCost, formatCount, formatSeconds } from '../../text/format-figures.ts';
import { AddRowButton } from '../adding/add-row-button.tsx';
import type { Trial } from '../use-trial.ts';
import type { Cell, CellStore } from './cell-store.ts';
import type { RowTexts } from './grid-rows.ts';

interface RowDetailsProps {
  readonly index: number;
  /** What is sent. */
  readonly inputs: Parameters;
  readonly texts: RowTexts;
  readonly trial: Trial;
  readonly store: CellStore;
  readonly evaluators: readonly EvaluatorConfig[];
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

export function RowDetails({ index, inputs, texts, trial, store, evaluators, onEdit, onClose }: RowDetailsProps) {
  const element = useScrollIntoView<HTMLDivElement>();
  return (
    <div className="card details row-details" ref={element} aria-live="polite">
      <header className="card-head">
        <h2>Row {index + 1}</h2>
        <Button label="Edit inputs" onClick={onEdit} />
        <Button label="Close" context={`row ${index + 1}`} className="link" onClick={onClose} />
      </header>
      <div className="row-parts">
        <Part title="Inputs" text={texts.inputs} />
        <Part title="Expected" text={texts.expected} />
        {trial.draft.columns.map((column, place) => (
          <Answer
            key={column.id}
            title={`Answer ${place + 1}`}
            inputs={inputs}
            cell={store.get(column.id, index)}
            evaluators={evaluators}
          />
        ))}
      </div>
    </div>
  );
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section aria-label={title} className="row-part">
      <h3>{title}</h3>
      <LongText text={text === '' ? '-' : text}>{(shown) => <TextBox label={title}>{shown}</TextBox>}</LongText>
    </section>
  );
}

interface AnswerProps extends Pick<RowDetailsProps, 'inputs' | 'evaluators'> {
  readonly title: string;
  readonly cell: Cell | undefined;
}

function Answer({ title, inputs, cell, evaluators }: AnswerProps) {
  if (cell === undefined || cell.state === 'running') {
    return <Part title={title} text={cell === undefined ? 'Not run yet.' : 'Running…'} />;
  }
  const scores = evaluators.flatMap(({ id, name }) =>
    cell.scores[id] === undefined ? [] : [{ id, name, score: cell.scores[id] }],
  );
  return (
    <section aria-label={title} className="row-part">
      <header className="card-head">
        <h3>{title}</h3>
        <CopyButton label="Copy" text={() => cell.text} />
        {cell.state === 'done' ? <AddRowButton inputs={inputs} answer={cell.text} of={title} /> : null}
      </header>
      <LongText text={cell.text}>
        {(shown) => (
          <TextBox label={title} className={cell.state === 'failed' ? 'output bad' : 'output'}>
            {shown}
          </TextBox>
        )}
      </LongText>
      <dl className="figures-row">
        {scores.map(({ id, name, score }) => (
          <Fact key={id} label={name}>
            {score.text}
          </Fact>
        ))}
        <Fact label="Latency">{formatSeconds(cell.seconds)}</Fact>
        <Fact label="Cost">{formatCost(cell.cost)}</Fact>
        <Fact label="Tokens">{formatCount(cell.tokens)}</Fact>
      </dl>
    </section>
  );
}
