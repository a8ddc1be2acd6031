/** Source files that differ from the deployed code; mirrors the use case's type. */
interface ChangedCode {
  readonly workflow: boolean;
  readonly evaluators: boolean;
}

/** Warns that an evaluation runs the deployed code and not the changed sources. */
export function describeChangedCode({ workflow, evaluators }: ChangedCode): string {
  const [what, which] =
    workflow && evaluators
      ? ["The workflow's sources and the evaluators", 'this runs the deployed versions']
      : workflow
        ? ["The workflow's sources", 'this runs the deployed version']
        : ['The evaluators', 'this runs the deployed versions'];
  return `Warning: ${what} changed since the last deploy; ${which}. Next: wf deploy`;
}
