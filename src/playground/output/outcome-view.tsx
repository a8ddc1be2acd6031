import { useState } from 'react';
import { Tabs } from '../elements/tabs.tsx';
import { joinItems, type Outcome } from '../route/outcome.ts';
import { formatCost, formatSeconds } from './format-figures.ts';
import { Markdown } from './markdown.tsx';
import { readFigures, readSpans } from './trace.ts';
import { TraceTree } from './trace-tree.tsx';

const FORMS = [
  { name: 'text', label: 'Text' },
  { name: 'markdown', label: 'Markdown' },
  { name: 'json', label: 'JSON' },
  { name: 'trace', label: 'Trace' },
] as const;
type Form = (typeof FORMS)[number]['name'];

/** What a run gave: while it streams, at its end, or why not. */
export function OutcomeView({ outcome }: { readonly outcome: Outcome | undefined }) {
  const [form, setForm] = useState<Form>('text');
  if (outcome === undefined) return <p className="notice">Run the route to see its answer here.</p>;
  return (
    <>
      {outcome.state === 'failed' ? <Failure outcome={outcome} /> : null}
      {outcome.state === 'cancelled' ? <p className="notice">Cancelled.</p> : null}
      {outcome.state === 'running' && outcome.items.length === 0 ? <p className="notice">Running…</p> : null}
      {hasOutput(outcome) ? (
        <Tabs label="Form of the answer" tabs={formsOf(outcome)} selected={form} onSelect={setForm}>
          <Output outcome={outcome} form={outcome.state === 'done' || form !== 'trace' ? form : 'text'} />
        </Tabs>
      ) : null}
      {outcome.state === 'done' ? <Figures outcome={outcome} /> : null}
    </>
  );
}

function hasOutput(outcome: Outcome): boolean {
  return outcome.state === 'done' || outcome.items.length > 0;
}

function formsOf(outcome: Outcome) {
  return outcome.state === 'done' ? FORMS : FORMS.filter(({ name }) => name !== 'trace');
}

function Output({ outcome, form }: { readonly outcome: Outcome; readonly form: Form }) {
  const value = outcome.state === 'done' ? outcome.answer.data : joinItems(outcome.items);
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const isBusy = outcome.state === 'running';
  switch (form) {
    case 'text':
    case 'json':
      return (
        <pre className="output" data-output tabIndex={0} aria-label="Answer" role="group" aria-busy={isBusy}>
          {form === 'json' ? JSON.stringify(value, null, 2) : text}
        </pre>
      );
    case 'markdown':
      return <Markdown text={text} />;
    case 'trace':
      return outcome.state === 'done' ? <TraceTree spans={readSpans(outcome.answer)} /> : null;
  }
}

function Failure({ outcome }: { readonly outcome: Extract<Outcome, { state: 'failed' }> }) {
  const { status, message, stack } = outcome;
  // The first line of a stack says the message again.
  const lines = stack.filter((line) => /^\s*at /.test(line));
  return (
    <div className="failure" role="alert">
      <p>
        <b>{status === null ? 'No answer' : `Status ${status}`}</b>
      </p>
      <p className="pre">{message}</p>
      {lines.length === 0 ? null : (
        <pre className="stack" tabIndex={0} aria-label="Stack" role="group">
          {lines.map((line, index) => (
            // The place in the list is all that tells two equal lines of a recursion apart.
            <span key={index} className={isOwn(line) ? 'own' : undefined}>
              {line.trim()}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </div>
  );
}

/** Lines of the author's own code, as opposed to Node's and those of packages. */
function isOwn(line: string): boolean {
  return !/node:|node_modules/.test(line);
}

function Figures({ outcome: { answer, seconds } }: { readonly outcome: Extract<Outcome, { state: 'done' }> }) {
  const { cost, tokens, seconds: own } = readFigures(answer);
  return (
    <dl className="figures-row">
      <div>
        <dt>Latency</dt>
        <dd>{formatSeconds(own ?? seconds)}</dd>
      </div>
      <div>
        <dt>Cost</dt>
        <dd>{formatCost(cost)}</dd>
      </div>
      <div>
        <dt>Tokens</dt>
        <dd>{tokens === null ? '-' : `${tokens.total}${tokensIn(tokens)}`}</dd>
      </div>
    </dl>
  );
}

function tokensIn({
  prompt,
  completion,
}: {
  readonly prompt: number | null;
  readonly completion: number | null;
}): string {
  return prompt === null || completion === null ? '' : ` (${prompt} in, ${completion} out)`;
}
