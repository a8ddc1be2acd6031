import { useState } from 'react';
import { EmptyState } from '../../elements/empty-state.tsx';
import { createColumn } from '../../drafts/draft.ts';
import { type PastAnswer, readHistory, removeAnswers } from '../../drafts/run-history.ts';
import { formatCost, formatMoment, formatSeconds } from '../../text/format-figures.ts';
import { nameRevision } from '../../text/name-revision.ts';
import { AddRowButton } from '../adding/add-row-button.tsx';
import { toDraftInputs } from '../row-inputs.ts';
import { textOfCells } from '../rows/row-texts.ts';
import type { ChangeQuery, Query } from '../use-query.ts';
import type { Trial } from '../use-trial.ts';
import { AnswerComparison } from './answer-comparison.tsx';

export interface HistoryViewProps {
  readonly trial: Trial;
  readonly query: Query;
  readonly change: ChangeQuery;
}

/** The answers of earlier runs of a route, of which two can be compared. */
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
        <button type="button" onClick={() => remove(null)}>
          Remove all
        </button>
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
        {origin === null ? 'the code’s defaults' : nameRevision(origin.variantName, origin.revision)} ·{' '}
        {formatSeconds(seconds)} · {formatCost(cost)}
      </p>
      <p className="clamp">{textOfCells(inputs).slice(0, MAX_SHOWN)}</p>
      <p className={isFailed ? 'clamp bad' : 'clamp'}>
        {text.slice(0, MAX_SHOWN)}
        {isCut ? '…' : ''}
      </p>
      <div className="actions">
        <button type="button" onClick={onOpen}>
          Open<span className="hidden"> {name}</span>
        </button>
        {isFailed ? null : <AddRowButton inputs={inputs} answer={text} of={name} />}
        <button type="button" className="link" onClick={onRemove}>
          Remove<span className="hidden"> {name}</span>
        </button>
      </div>
    </li>
  );
}

/** More characters than three lines have room for. */
const MAX_SHOWN = 600;
