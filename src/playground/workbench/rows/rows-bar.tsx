import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { TestsetSelect } from '../testset-select.tsx';
import type { ChangeQuery, Query } from '../use-query.ts';
import { toShownRows } from './grid-rows.ts';

interface RowsBarProps {
  readonly query: Query;
  readonly change: ChangeQuery;
  readonly configs: readonly EvaluatorConfig[];
  /** Keys of the evaluators that score a single answer. */
  readonly liveKeys: ReadonlySet<string>;
  /** Number of rows of the test set. */
  readonly count: number;
  /** The rows to run, as text. */
  readonly choice: string;
  readonly isValid: boolean;
  readonly isRunning: boolean;
  /** `null` when nothing can run. */
  readonly onRun: (() => void) | null;
  readonly onCancel: () => void;
}

/** Chooses which rows of which test set run, what scores them, and what is shown. */
export function RowsBar(props: RowsBarProps) {
  const { query, change, configs, liveKeys, count, choice, isValid, isRunning, onRun, onCancel } = props;
  return (
    <form
      className="rows-bar load"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onRun?.();
      }}
    >
      <TestsetSelect
        id={query['testset'] ?? ''}
        onSelect={(testset) => change.open({ testset, row: '', rows: '' })}
        none="one input"
      />
      <label>
        <span>Rows to run{count === 0 ? '' : `, of ${count.toLocaleString('en')}`}</span>
        <input
          type="text"
          className="rows-choice"
          value={choice}
          placeholder="1-30, 45"
          aria-invalid={!isValid}
          title={isValid ? undefined : 'Write rows as 1-30, 45 or 60-'}
          onChange={({ target }) => change.replace({ rows: target.value })}
        />
      </label>
      <EvaluatorMenu
        configs={configs}
        liveKeys={liveKeys}
        chosen={(query['evaluators'] ?? '').split(' ').filter((id) => id !== '')}
        onChange={(ids) => change.replace({ evaluators: ids.join(' ') })}
      />
      <label>
        <span>Show</span>
        <select
          value={toShownRows(query['show'])}
          onChange={({ target }) => change.replace({ show: target.value === 'all' ? '' : target.value })}
        >
          <option value="all">all rows</option>
          <option value="answered">rows with answers</option>
          <option value="differences">only differences</option>
          <option value="failures">failed calls</option>
        </select>
      </label>
      <div className="actions end">
        {isRunning ? (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        ) : null}
        <button type="submit" className="primary" title="Ctrl+Enter" disabled={onRun === null}>
          Run rows
        </button>
      </div>
    </form>
  );
}

interface EvaluatorMenuProps {
  readonly configs: readonly EvaluatorConfig[];
  /** Keys of the evaluators that score a single answer. */
  readonly liveKeys: ReadonlySet<string>;
  /** Ids of the chosen ones. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Chooses the evaluators that score each answer. */
function EvaluatorMenu({ configs, liveKeys, chosen, onChange }: EvaluatorMenuProps) {
  const names = configs
    .filter(({ id, evaluator_key: key }) => chosen.includes(id) && liveKeys.has(key))
    .map(({ name }) => name);
  const close = (element: HTMLElement) => {
    element.removeAttribute('open');
    element.querySelector('summary')?.focus();
  };
  return (
    <details
      className="menu"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close(event.currentTarget);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.removeAttribute('open');
      }}
    >
      <summary>
        <span className="menu-label">Scores</span>
        <span className="menu-value">{names.length === 0 ? 'none' : names.join(', ')}</span>
      </summary>
      <fieldset className="menu-list">
        <legend className="hidden">Evaluators that score each answer</legend>
        {configs.length === 0 ? (
          <p className="notice">
            There is no evaluator yet: <code>wf evaluators create</code>
          </p>
        ) : null}
        {configs.map(({ id, name, evaluator_key: key }) => (
          <label key={id} className="choice">
            <input
              type="checkbox"
              checked={chosen.includes(id) && liveKeys.has(key)}
              disabled={!liveKeys.has(key)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            <span>
              {name}
              {liveKeys.has(key) ? null : <small>only in evaluations</small>}
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
