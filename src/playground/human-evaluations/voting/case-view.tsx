import type { VotingCase, VotingOutput } from '../../../contract/human-evaluations/voting.ts';
import { LongText } from '../../elements/long-text.tsx';
import { Markdown } from '../../text/markdown.tsx';

/** The inputs and the outputs of a case: one output, or two side by side. */
export function CaseView({ shown }: { readonly shown: VotingCase }) {
  return (
    <>
      <section className="card case-inputs" aria-label="Inputs">
        <dl>
          {shown.inputs.map(({ input_name, input_value }) => (
            <Input key={input_name} name={input_name} text={toText(input_value)} />
          ))}
          {shown.correct_answer === null ? null : <Input name="Expected answer" text={shown.correct_answer} />}
        </dl>
      </section>
      <div className="case-outputs" data-count={shown.outputs.length}>
        {shown.outputs.map((output, index) => (
          // Voters know an output only by its position.
          <OutputCard
            key={index}
            output={output}
            label={shown.outputs.length === 1 ? 'Output' : `Output ${index + 1}`}
          />
        ))}
      </div>
    </>
  );
}

/** More characters than fit on a phone without scrolling. */
const LONG = 200;

function Input({ name, text }: { readonly name: string; readonly text: string }) {
  const scrolls = text.length > LONG || text.includes('\n');
  return (
    <div>
      <dt>{name}</dt>
      {/* What scrolls must be reached by the keyboard, and what does not would be in its way. */}
      <dd tabIndex={scrolls ? 0 : undefined}>
        <LongText text={text}>{(shown) => shown}</LongText>
      </dd>
    </div>
  );
}

function OutputCard({ output, label }: { readonly output: VotingOutput; readonly label: string }) {
  return (
    <section className="card case-output" aria-label={label} tabIndex={0}>
      <h2>
        {label}
        {output.variant === null ? null : <span className="tag">{output.variant}</span>}
      </h2>
      <OutputBody output={output} />
    </section>
  );
}

function OutputBody({ output: { output, state } }: { readonly output: VotingOutput }) {
  if (state === 'waiting') return <p className="faint">Still generating…</p>;
  if (state === 'failed') return <p className="error">There is no output: the call failed.</p>;
  if (output === '') return <p className="faint">(empty)</p>;
  return (
    <LongText text={toText(output)}>
      {(shown) => (typeof output === 'string' ? <Markdown text={shown} /> : <pre>{shown}</pre>)}
    </LongText>
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
