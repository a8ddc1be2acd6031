import type { ParameterBreak } from '../deployment.ts';

export interface DescribeBreakOptions extends Omit<
  ParameterBreak,
  'severity' | 'message' | 'suggestions' | 'variant_id'
> {
  readonly isDeployed: boolean;
  /** Whether the code that the configuration was written for has the field. */
  readonly wasField: boolean;
  /** The route whose own value it is; `null` for a value of all routes. */
  readonly ownRoute: string | null;
  /** Whether the new code has that route. */
  readonly hasOwnRoute: boolean;
  /** The validation message, for rules without a message here. */
  readonly reason: string;
  /** Whether the message must name the route. */
  readonly hasOtherRoutes: boolean;
}

/** Describes a break: `production runs support/v7: model = "gpt-4o" is no longer a choice`. */
export function describeBreak(options: DescribeBreakOptions): string {
  const { field, value, route, ownRoute, hasOtherRoutes } = options;
  const owner = route === null || ownRoute !== null || !hasOtherRoutes ? '' : ` of ${route}`;
  return `${subjectOf(options)}: ${field}${owner} = ${brief(value)} ${verdictOf(options)}`;
}

function subjectOf({ environment, isDeployed, variant_name, revision }: DescribeBreakOptions): string {
  const configuration = `${variant_name}/v${revision}`;
  if (environment === null) return `${configuration}, which no environment runs`;
  return `${environment} ${isDeployed ? 'would run' : 'runs'} ${configuration}`;
}

function verdictOf(options: DescribeBreakOptions): string {
  const { keyword, before, after, wasField, route, ownRoute, hasOwnRoute, reason } = options;
  const no = wasField ? 'is no longer' : 'is not';
  if (route === null && ownRoute === null) return `${no} a field of any route`;
  if (route === null) return hasOwnRoute ? `${no} a field of ${ownRoute}` : `is stored for a route that the code lacks`;
  if (keyword === 'enum') return `${no} a choice`;
  if (keyword === 'type') return `is not of type ${brief(after)}${was(before)}`;
  const bound = keyword === null ? undefined : BOUNDS[keyword];
  if (bound !== undefined) return `is ${bound} ${brief(after)}${was(before)}`;
  return `is rejected: ${reason}`;
}

const BOUNDS: Readonly<Record<string, string>> = {
  minimum: 'less than the minimum',
  exclusiveMinimum: 'not more than the exclusive minimum',
  maximum: 'more than the maximum',
  exclusiveMaximum: 'not less than the exclusive maximum',
};

function was(before: unknown): string {
  return before === null || before === undefined ? '' : ` (was ${brief(before)})`;
}

const MAX_LENGTH = 60;

/** Shortens a long value, such as a prompt. */
function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
