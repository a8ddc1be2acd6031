import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { Button } from '../../elements/button.tsx';
import { SelectField, TextField, Tick } from '../../elements/labelled-controls.tsx';
import { TestsetSelect } from '../testset-select.tsx';
import type { ChangeQuery, Query } from '../use-query.ts';
import { toShownRows } from './grid-rows.ts';

interface RowsBarProps {
  readonly query: Query;
  readonly change: ChangeQuery;
  readonly configs: readonly EvaluatorConfig[];
  /** Keys of the evaluators that score a single answer. */
  readonly liveKeys: ReadonlySet<string>;
  readonly count: number;
  readonly choice: string;
  readonly isValid: boolean;
  readonly isRunning: boolean;
  /** `null` when nothing can run. */
  readonly onRun: (() => void) | null;
  readonly onCancel: () => void;
}

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
      <TextField
        className="rows-choice"
        label={`Rows to run${count === 0 ? '' : `, of ${count.toLocaleString('en')}`}`}
        value={choice}
        placeholder="1-30, 45"
        aria-invalid={!isValid}
        title={isValid ? undefined : 'Write rows as 1-30, 45 or 60-'}
        onChange={(rows) => change.replace({ rows })}
      />
      <EvaluatorMenu
        configs={configs}
        liveKeys={liveKeys}
        chosen={(query['evaluators'] ?? '').split(' ').filter((id) => id !== '')}
        onChange={(ids) => change.replace({ evaluators: ids.join(' ') })}
      />
      <SelectField
        label="Show"
        value={toShownRows(query['show'])}
        options={SHOWN}
        onChange={(shown) => change.replace({ show: shown === 'all' ? '' : shown })}
      />
      <div className="actions end">
        {isRunning ? <Button label="Cancel" onClick={onCancel} /> : null}
        {onRun === null && !isRunning ? <span className="faint">{reasonOf({ count, isValid })}</span> : null}
        <button type="submit" className="primary" title="Ctrl+Enter" disabled={onRun === null}>
          Run rows
        </button>
      </div>
    </form>
  );
}

/** Says why rows cannot run. */
function reasonOf({ count, isValid }: Pick<RowsBarProps, 'count' | 'isValid'>): string {
  if (count === 0) return 'The test set has no rows yet.';
  return isValid ? 'A field of a configuration is not valid.' : 'Write rows as 1-30, 45 or 60-.';
}

const SHOWN = [
  ['all', 'all rows'],
  ['answered', 'rows with answers'],
  ['differences', 'only differences'],
  ['failures', 'failed calls'],
] as const;

interface EvaluatorMenuProps extends Pick<RowsBarProps, 'configs' | 'liveKeys'> {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

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
          <Tick
            key={id}
            label={name}
            note={liveKeys.has(key) ? undefined : 'only in evaluations'}
            disabled={!liveKeys.has(key)}
            isOn={chosen.includes(id) && liveKeys.has(key)}
            onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))}
      </fieldset>
    </details>
  );
}
