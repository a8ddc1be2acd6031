import { useState } from 'react';
import { cutText, Fact, LongText, TextBox } from '../../elements/facts.tsx';
import { LazyView } from '../../elements/lazy-view.tsx';
import { Tabs } from '../../elements/tabs.tsx';
import { joinItems, type Outcome } from './outcome.ts';
import { FailureView } from './failure-view.tsx';
import { formatCost, formatCount, formatSeconds } from '../../text/format-figures.ts';
import { type CallFigures, readFigures } from '../../traces/call-figures.ts';

const FORMS = [
  { name: 'text', label: 'Text' },
  { name: 'markdown', label: 'Markdown' },
  { name: 'json', label: 'JSON' },
  { name: 'trace', label: 'Trace' },
] as const;
type Form = (typeof FORMS)[number]['name'];

interface OutcomeViewProps {
  readonly outcome: Outcome | undefined;
  /** An answer: the text shows its differences from this one. */
  readonly baseline: string | null;
}

/** The outcome of a run: its stream, its answer, or its failure. */
export function OutcomeView({ outcome, baseline }: OutcomeViewProps) {
  const [form, setForm] = useState<Form>('text');
  if (outcome === undefined) {
    return (
      <p className="notice">
        Run the route to see its answer here. <kbd>Ctrl</kbd> <kbd>Enter</kbd> runs it from anywhere.
      </p>
    );
  }
  return (
    <>
      {outcome.state === 'failed' ? <FailureView outcome={outcome} /> : null}
      {outcome.state === 'cancelled' ? <p className="notice">Cancelled.</p> : null}
      {hasOutput(outcome) ? (
        <Tabs label="Answer format" tabs={formsOf(outcome)} selected={form} onSelect={setForm}>
          <Output
            outcome={outcome}
            form={outcome.state === 'done' || form !== 'trace' ? form : 'text'}
            baseline={outcome.state === 'done' ? baseline : null}
          />
        </Tabs>
      ) : null}
      {outcome.state === 'running' ? <p className="notice busy">Running…</p> : null}
      {outcome.state === 'done' ? <Figures answer={outcome.answer} seconds={outcome.seconds} /> : null}
      {outcome.state === 'failed' && readFigures(outcome).costFrom !== '' ? (
        <Figures answer={outcome} seconds={null} />
      ) : null}
    </>
  );
}

const loadMarkdown = async () => (await import('../../text/markdown.tsx')).Markdown;
const loadDifference = async () => (await import('../../elements/diff-view.tsx')).TextDifference;
const loadTrace = async () => (await import('../../traces/answer-trace.tsx')).AnswerTrace;

function hasOutput(outcome: Outcome): boolean {
  return outcome.state === 'done' || outcome.items.length > 0;
}

function formsOf(outcome: Outcome) {
  return outcome.state === 'done' ? FORMS : FORMS.filter(({ name }) => name !== 'trace');
}

function Text({ text, baseline }: { readonly text: string; readonly baseline: string | null }) {
  if (baseline === null) return text;
  return (
    <LazyView name="difference" load={loadDifference} placeholder={text} props={{ before: baseline, after: text }} />
  );
}

interface OutputProps {
  readonly outcome: Outcome;
  readonly form: Form;
  readonly baseline: string | null;
}

function Output({ outcome, form, baseline }: OutputProps) {
  const value = outcome.state === 'done' ? outcome.answer.data : joinItems(outcome.items);
  const json = JSON.stringify(value, null, 2);
  const text = typeof value === 'string' ? value : json;
  const isBusy = outcome.state === 'running';
  switch (form) {
    case 'text':
    case 'json':
      return (
        <LongText key={form} text={form === 'json' ? json : text}>
          {(shown) => (
            <TextBox label="Answer" data-output aria-busy={isBusy}>
              {form === 'json' ? shown : <Text text={shown} baseline={baselineOf(baseline, shown, text)} />}
            </TextBox>
          )}
        </LongText>
      );
    case 'markdown':
      return (
        <LongText text={text}>
          {(shown) => <LazyView name="markdown" load={loadMarkdown} props={{ text: shown }} />}
        </LongText>
      );
    case 'trace':
      return outcome.state === 'done' ? (
        <LazyView name="trace" load={loadTrace} props={{ answer: outcome.answer }} />
      ) : null;
  }
}

/** Of a text that is cut, only the same length is compared. */
function baselineOf(baseline: string | null, shown: string, text: string): string | null {
  return baseline === null || shown.length === text.length ? baseline : cutText(baseline, shown.length);
}

interface FiguresProps {
  readonly answer: Parameters<typeof readFigures>[0];
  /** How long the caller waited; `null` for a call without an answer. */
  readonly seconds: number | null;
}

function Figures({ answer, seconds }: FiguresProps) {
  const { cost, tokens, seconds: own, costFrom } = readFigures(answer);
  return (
    <>
      <dl className="figures-row">
        <Fact label="Latency">{formatSeconds(own ?? seconds)}</Fact>
        <Fact label="Cost">{formatCost(cost)}</Fact>
        <Fact label="Tokens">{tokens === null ? '-' : `${formatCount(tokens.total)}${tokensIn(tokens)}`}</Fact>
      </dl>
      {costFrom === '' ? null : <p className="notice">{costFrom}</p>}
    </>
  );
}

function tokensIn({ prompt, completion }: NonNullable<CallFigures['tokens']>): string {
  return prompt === null || completion === null ? '' : ` (${formatCount(prompt)} in, ${formatCount(completion)} out)`;
}
