import { formatTypeIssue, type TypeIssue, type TypeReport } from '../../../contract/develop/type-report.ts';

/** Longest list of errors in a report. */
const MAX_ERRORS = 100;

/** @example src/workflow.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'. */
const IN_FILE = /^(?<file>.+)\((?<line>\d+),(?<column>\d+)\): error (?<code>TS\d+): (?<message>.*)$/;
/** @example error TS18003: No inputs were found in config file 'tsconfig.json'. */
const WITHOUT_FILE = /^error (?<code>TS\d+): (?<message>.*)$/;

/** Reads what `tsc --pretty false` printed. Continued lines, which explain an error in depth, are left out. */
export function readReport(output: string): TypeReport {
  const lines = output.split(/\r?\n/);
  const issues = lines.flatMap((line) => toIssue(IN_FILE.exec(line)?.groups));
  const inConfig = issues.find(({ file }) => file.endsWith('.json'));
  const problem =
    inConfig === undefined
      ? lines.map((line) => toProblem(WITHOUT_FILE.exec(line)?.groups))
      : [formatTypeIssue(inConfig)];
  const first = problem.find((text) => text !== null) ?? null;
  // Errors that follow from a broken configuration say nothing about the code.
  if (first !== null) return { count: 0, errors: [], problem: first };
  return { count: issues.length, errors: issues.slice(0, MAX_ERRORS), problem: null };
}

type Groups = Readonly<Record<string, string>> | undefined;

function toIssue(groups: Groups): TypeIssue[] {
  if (groups === undefined) return [];
  const { file = '', line, column, code = '', message = '' } = groups;
  return [{ file: file.replaceAll('\\', '/'), line: Number(line), column: Number(column), code, message }];
}

function toProblem(groups: Groups): string | null {
  return groups === undefined ? null : `${groups['code']} ${groups['message']}`;
}
