import { useMemo, useState } from 'react';
import { Button } from '../elements/button.tsx';
import { TextBox } from '../elements/facts.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { createColumn, nameOrigin } from '../drafts/draft.ts';
import { type PastAnswer, readHistory, removeAnswers } from '../drafts/run-history.ts';
import { formatCost, formatMoment, formatSeconds } from '../text/format-figures.ts';
import { AddRowButton } from './adding/add-row-button.tsx';
import { toDraftInputs } from '../drafts/draft-inputs.ts';
import { textOfCells } from './rows/grid-rows.ts';
import type { ChangeQuery, Query } from './use-query.ts';
import type { Trial } from './use-trial.ts';
import { compareTexts, DiffParts, DiffView } from '../elements/diff-view.tsx';

export interface HistoryViewProps {
  readonly trial: Trial;
  readonly query: Query;
  readonly change: ChangeQuery;
}

export function HistoryView({ trial, query, change }: HistoryViewProps) {
  const [answers, setAnswers] = useState(() => readHistory(localStorage, trial.historyKey));
  const [one, other] = (query['compare'] ?? '').split(' ').map((id) => answers.find((answer) => answer.id === id));
  const chosen = [one, other].flatMap((answer) => (answer === undefined ? [] : [answer.id]));
  const choose = (id: string, isChosen: boolean) => {
    const rest = chosen.filter((each) => each !== id);
    change.replace({ compare: (isChosen ? [...rest.slice(-1), id] : rest).join(' ') });
  };
  const remove = (id: string | null) => {
    removeAnswers(localStorage, trial.historyKey, id);
    setAnswers(readHistory(localStorage, trial.historyKey));
  };
  const open = ({ run, inputs }: PastAnswer) => {
    const columns = answers.filter((answer) => answer.run === run);
    trial.change({
      columns: columns.map(({ origin, config }) => createColumn(origin, config)),
      ...toDraftInputs(trial.inputFields, inputs),
    });
    change.open({ view: '', compare: '' });
  };
  if (answers.length === 0) {
    return (
      <EmptyState title="No runs yet">
        Answers that you get on this page are kept in this browser until you sign out: the last hundred of each route.
      </EmptyState>
    );
  }
  return (
    <section aria-label="History" className="history-view">
      <header className="card-head">
        <h2>History</h2>
        <p className="faint">Kept in this browser until you sign out.</p>
        <Button label="Remove all" onClick={() => remove(null)} />
      </header>
      {one === undefined || other === undefined ? (
        <p className="notice">Tick two answers to compare them.</p>
      ) : (
        <AnswerComparison one={one} other={other} />
      )}
      <ul className="past-answers">
        {answers.map((answer, index) => (
          <Answer
            key={answer.id}
            answer={answer}
            name={`answer ${index + 1}`}
            isChosen={chosen.includes(answer.id)}
            onChoose={(isChosen) => choose(answer.id, isChosen)}
            onOpen={() => open(answer)}
            onRemove={() => remove(answer.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface AnswerProps {
  readonly answer: PastAnswer;
  /** What distinguishes it for a screen reader. */
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Answer({ answer, name, isChosen, onChoose, onOpen, onRemove }: AnswerProps) {
  const { at, origin, inputs, isFailed, isCut, text, seconds, cost } = answer;
  return (
    <li className="card past-answer" data-selected={isChosen || undefined}>
      <label className="choice">
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        <span>
          {formatMoment(at)}
          <span className="hidden"> {name}</span>
        </span>
      </label>
      <p className="faint">
        {nameOrigin(origin)} · {formatSeconds(seconds)} · {formatCost(cost)}
      </p>
      <p className="clamp">{textOfCells(inputs).slice(0, MAX_SHOWN)}</p>
      <p className={isFailed ? 'clamp bad' : 'clamp'}>
        {text.slice(0, MAX_SHOWN)}
        {isCut ? '…' : ''}
      </p>
      <div className="actions">
        <Button label="Open" context={name} onClick={onOpen} />
        {isFailed ? null : <AddRowButton inputs={inputs} answer={text} of={name} />}
        <Button label="Remove" context={name} className="link" onClick={onRemove} />
      </div>
    </li>
  );
}

/** More characters than three lines have room for. */
const MAX_SHOWN = 600;

/** Two answers: what differs in configuration, inputs and text, from the older to the newer. */
function AnswerComparison({ one, other }: { readonly one: PastAnswer; readonly other: PastAnswer }) {
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
        <TextBox label="Differences of the answers">
          <DiffParts parts={parts} />
        </TextBox>
      )}
    </section>
  );
}
