import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';

interface EvaluatorMenuProps {
  readonly configs: readonly EvaluatorConfig[];
  /** Keys of the evaluators that score a single answer. */
  readonly liveKeys: ReadonlySet<string>;
  /** Ids of the chosen ones. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Chooses the evaluators that score each answer. */
export function EvaluatorMenu({ configs, liveKeys, chosen, onChange }: EvaluatorMenuProps) {
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
