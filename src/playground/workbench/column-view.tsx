import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { OutcomeView } from './outcome/outcome-view.tsx';
import { ConfigForm } from './config-form.tsx';
import { ColumnActions } from './column-actions.tsx';
import type { Column, Origin } from '../drafts/draft.ts';
import { LoadMenu } from './load-menu.tsx';
import { answerText, violationsOf } from './outcome/outcome.ts';
import { checkConfig, toConfig } from './read-values.ts';
import type { Trial } from './use-trial.ts';

interface ColumnViewProps {
  readonly title: string;
  readonly trial: Trial;
  readonly column: Column;
}

/** One configuration with its actions and its answer. */
export function ColumnView({ title, trial, column }: ColumnViewProps) {
  const { path, fields, draft, outcomes, changeColumn } = trial;
  const outcome = outcomes.get(column.id);
  const text = answerText(outcome);
  const isOnly = draft.columns.length === 1;
  const config = toConfig(fields, column.values);
  const errors = { ...violationsOf(outcome, 'config', config), ...checkConfig(fields, column.values) };
  const change = (part: Partial<Column>) => changeColumn(column.id, part);
  return (
    <section className="column" aria-label={title}>
      <div className="card config">
        <header className="card-head">
          <h2>{title}</h2>
          {isOnly ? null : (
            <button type="button" className="link" onClick={() => trial.removeColumn(column.id)}>
              Remove<span className="hidden"> {title}</span>
            </button>
          )}
        </header>
        {fields.length === 0 ? null : (
          <LoadMenu
            origin={column.origin}
            onLoad={(origin) =>
              change({ origin, values: parametersOfRoute(origin?.parameters ?? {}, path), json: null })
            }
          />
        )}
        <ConfigForm
          key={column.origin === null ? '' : originKey(column.origin)}
          fields={fields}
          column={column}
          errors={errors}
          onChange={change}
        />
        <ColumnActions trial={trial} column={column} config={config} hasErrors={Object.keys(errors).length > 0} />
      </div>
      <div className="card answer">
        <header className="card-head">
          <h2>Answer{isOnly ? '' : <span className="hidden"> of {title}</span>}</h2>
          {text === null ? null : <CopyButton label="Copy answer" text={() => text} />}
        </header>
        <OutcomeView outcome={outcome} />
      </div>
    </section>
  );
}

function originKey({ variantId, revision }: Origin): string {
  return `${variantId}@${revision}`;
}
