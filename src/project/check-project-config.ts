import type * as z from 'zod';
import { ProjectConfig } from '../contract/settings/project-config.ts';
import { closestNames } from '../foundation/closest-names.ts';
import { UserError } from '../foundation/errors/wf-error.ts';

/**
 * Checks the contents of a project file. Rejects unknown settings, which would silently do nothing.
 *
 * @throws {WF_INVALID_INPUT} with the file, each wrong setting and what is valid
 */
export function checkProjectConfig(file: string, value: unknown): ProjectConfig {
  const parsed = ProjectConfig.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(describeIssue);
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Invalid project file ${file}: ${problems.join('; ')}.`,
    nextSteps: [`Settings are: ${Object.keys(ProjectConfig.shape).join(', ')}.`],
    details: { file, problems },
  });
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(describeUnknown).join('; ');
  if (issue.path.length === 0) return 'it must contain an object with settings';
  return `${issue.path.join('.')}: ${issue.message.replace(/^Invalid input: /, '')}`;
}

function describeUnknown(key: string): string {
  const near = closestNames(key, Object.keys(ProjectConfig.shape));
  return `${JSON.stringify(key)} is not a setting${near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : ''}`;
}
