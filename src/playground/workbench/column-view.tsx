import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import type { Field } from '../fields/field.ts';
import { OutcomeView } from './outcome/outcome-view.tsx';
import { ConfigForm } from './config-form.tsx';
import { AddRowButton } from './adding/add-row-button.tsx';
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
  /** Whether the answer to the inputs is shown. */
  readonly hasAnswer: boolean;
  readonly areFieldsHidden: boolean;
  /** The column to compare the answer with. */
  readonly baseline: Column | undefined;
  /** The fields that have a control. */
  readonly shownFields: readonly Field[];
}

/** One configuration with its actions and its answer. */
export function ColumnView(props: ColumnViewProps) {
  const { title, trial, column, hasAnswer, areFieldsHidden, baseline, shownFields } = props;
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
          {fields.length === 0 ? null : (
            <LoadMenu
              origin={column.origin}
              onLoad={(origin) =>
                change({ origin, values: parametersOfRoute(origin?.parameters ?? {}, path), json: null })
              }
            />
          )}
          {isOnly ? null : (
            <button type="button" className="link" onClick={() => trial.removeColumn(column.id)}>
              Remove<span className="hidden"> {title}</span>
            </button>
          )}
        </header>
        {areFieldsHidden ? null : (
          <>
            <ConfigForm
              key={column.origin === null ? '' : originKey(column.origin)}
              fields={fields}
              shownFields={shownFields}
              column={column}
              errors={errors}
              onChange={change}
            />
            <ColumnActions trial={trial} column={column} config={config} hasErrors={Object.keys(errors).length > 0} />
          </>
        )}
      </div>
      {hasAnswer ? (
        <div className="card answer">
          <header className="card-head">
            <h2>Answer{isOnly ? '' : <span className="hidden"> of {title}</span>}</h2>
            {text === null ? null : <CopyButton label="Copy answer" text={() => text} />}
            {text === null || outcome?.state !== 'done' ? null : (
              <AddRowButton inputs={trial.inputs} answer={text} of={isOnly ? null : `answer of ${title}`} />
            )}
          </header>
          <OutcomeView
            outcome={outcome}
            baseline={baseline === undefined ? null : answerText(outcomes.get(baseline.id))}
          />
        </div>
      ) : null}
    </section>
  );
}

function originKey({ variantId, revision }: Origin): string {
  return `${variantId}@${revision}`;
}
