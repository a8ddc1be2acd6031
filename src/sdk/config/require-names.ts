import { UserError } from '../../foundation/errors/wf-error.ts';

/** Rejects names that are invalid or repeated: TypeScript cannot check values that are read at run time. */
export function requireNames(names: unknown, where: string, noun: string, isValid: (name: string) => boolean): void {
  if (!Array.isArray(names)) throw invalid(`${where}: the ${noun}s are not a list`);
  const wrong: unknown = names.find((name) => typeof name !== 'string' || !isValid(name));
  if (wrong !== undefined) throw invalid(`${where} has the invalid ${noun} ${JSON.stringify(wrong)}`);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalid(`${where} has the ${noun} ${JSON.stringify(repeated)} twice`);
}

function invalid(problem: string): UserError {
  return new UserError({ code: 'WF_WORKFLOW_INVALID', message: `${problem}.` });
}
