/** What of a project is on disk another than what is deployed; the shape is that of the use case. */
interface ChangedCode {
  readonly workflow: boolean;
  readonly evaluators: boolean;
}

/** Says that an evaluation will not see what was just written. */
export function describeChangedCode({ workflow, evaluators }: ChangedCode): string {
  const [what, which] =
    workflow && evaluators
      ? ["The workflow's sources and the evaluators", 'what is deployed is called and judges']
      : workflow
        ? ["The workflow's sources", 'the deployed ones are called']
        : ['The evaluators', 'the deployed ones judge'];
  return `Warning: ${what} changed since they were deployed; ${which}. Next: wf deploy`;
}
