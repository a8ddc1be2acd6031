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
            <div key={input_name}>
              <dt>{input_name}</dt>
              <dd>
                <LongText text={toText(input_value)}>{(text) => text}</LongText>
              </dd>
            </div>
          ))}
          {shown.correct_answer === null ? null : (
            <div>
              <dt>Expected answer</dt>
              <dd>{shown.correct_answer}</dd>
            </div>
          )}
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
