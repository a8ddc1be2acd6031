import { Fragment, type ReactNode } from 'react';
import { isCut } from '../../foundation/shorten.ts';
import { Button } from '../elements/button.tsx';
import { Fact } from '../elements/facts.tsx';
import { ErrorText } from '../elements/notices.tsx';
import { useShortcuts } from '../elements/use-shortcuts.ts';
import { useChange } from '../service/queries.ts';
import { useScrollIntoView } from '../elements/row-table.tsx';
import { formatCost, formatSeconds } from '../text/format-figures.ts';
import type { EvaluatorColumn, Row } from './read-row.ts';
import { WholeRowLink } from './whole-row-link.tsx';

interface RowDetailsProps {
  readonly evaluationId: string;
  readonly row: Row;
  readonly evaluators: readonly EvaluatorColumn[];
  /** Opens the row before or after it; `null`: there is none. */
  readonly onBefore: (() => void) | null;
  readonly onAfter: (() => void) | null;
  /** Opens the route with this row's inputs and the configuration that answered it; `null`: there is no such route. */
  readonly onTry: (() => Promise<void>) | null;
  readonly onClose: () => void;
}

/** A row with the beginnings of its long texts, each with a link to the whole. */
export function RowDetails(props: RowDetailsProps) {
  const { evaluationId, row, evaluators, onBefore, onAfter, onTry, onClose } = props;
  const element = useScrollIntoView<HTMLDivElement>();
  const { submit: tryIt, isBusy, error } = useChange(async () => onTry?.());
  useShortcuts({ p: () => onBefore?.(), n: () => onAfter?.() }, true);
  const link = <WholeRowLink evaluationId={evaluationId} rowId={row.id} />;
  return (
    <div className="card details" aria-live="polite" ref={element}>
      <header className="card-head">
        <h2>Row {row.name}</h2>
        <div className="actions">
          <Button
            label="Previous"
            context="row"
            disabled={onBefore === null}
            aria-keyshortcuts="P"
            onClick={() => onBefore?.()}
          />
          <Button
            label="Next"
            context="row"
            disabled={onAfter === null}
            aria-keyshortcuts="N"
            onClick={() => onAfter?.()}
          />
          {onTry === null ? null : <Button label="Try it here" disabled={isBusy} onClick={tryIt} />}
        </div>
        <Button label="Close" className="link" onClick={onClose} />
      </header>
      <ErrorText error={error} />
      <dl>
        {repeatsOf(row)}
        <Part label="Inputs" text={row.inputs} link={link} />
        <Part label="Expected" text={row.expected} link={link} />
        <Part label="Output" text={row.output} tone={row.isFailed ? 'bad' : undefined} link={link} />
        {evaluators.map(({ id, name }) => (
          <Fragment key={id}>
            <Part label={name} text={row.verdicts[id] ?? '-'} tone={toneOf(row.verdicts[id])} link={link} />
            {row.reasons[id] === undefined ? null : (
              <Part label={`${name}: reason`} text={row.reasons[id]} link={link} />
            )}
          </Fragment>
        ))}
        <Part label="Cost" text={formatCost(row.cost)} />
        {row.costFrom === '' ? null : <Part label="Cost from" text={row.costFrom} link={link} />}
        <Part label="Latency" text={formatSeconds(row.latency)} />
      </dl>
    </div>
  );
}

/** Names the row that a row repeats: both are one case. */
function repeatsOf({ name, firstOfCase }: Row) {
  if (firstOfCase === null || name === String(firstOfCase)) return null;
  return <Part label="Case" text={`that of row ${firstOfCase}`} />;
}

/** Returns how a score is coloured. */
export function toneOf(verdict: string | undefined): 'good' | 'bad' | undefined {
  if (verdict === 'true') return 'good';
  return verdict === 'false' ? 'bad' : undefined;
}

interface PartProps {
  readonly label: string;
  readonly text: string;
  readonly tone?: string | undefined;
  /** To the whole text, for one that is cut. */
  readonly link?: ReactNode;
}

function Part({ label, text, tone, link }: PartProps) {
  return (
    <Fact label={label} className={tone}>
      {text}
      {isCut(text) ? <p>{link}</p> : null}
    </Fact>
  );
}
