import * as z from 'zod';
import type { EnvironmentProtection, EnvironmentRevision } from './environment.ts';
import { type NextSteps, userError } from '../../foundation/errors/wf-error.ts';
import { gatesOf, isSameEvidence, nameGates } from './gates.ts';

/** Why a roll-back passes over a revision. */
const SkipReason = z.enum(['rolled_away', 'same', 'no_gate']);
type SkipReason = z.infer<typeof SkipReason>;

/**
 * What a roll-back does, and why it passes over the revisions in between: `rolled_away`, what it ran was rolled back
 * from; `same`, it ran what runs now; `no_gate`, the environment is protected and it passed no gate.
 *
 * @source ours
 */
export const RollbackPlan = z.object({
  environment: z.string(),
  from: z.int(),
  to: z.int(),
  /** As `support@3`; `null`: the service does not say. */
  runs: z.string().nullable(),
  skipped: z.array(z.object({ revision: z.int(), reason: SkipReason })),
  /** False when the environment already runs this. */
  changes: z.boolean(),
  /** The same as a sentence: `production: 7 → 4 (support@3), because 5 and 6 were rolled away from`. */
  message: z.string(),
});
export type RollbackPlan = z.infer<typeof RollbackPlan>;

/** The fields of a revision that decide what a roll-back does. */
export type RollbackRevision = Pick<
  EnvironmentRevision,
  'revision' | 'deployed_app_variant_revision' | 'deployment' | 'variables_id' | 'restored_from'
> & { readonly evidence?: unknown };

interface RolledBack {
  readonly name: string;
  readonly protection?: EnvironmentProtection | null | undefined;
}

interface RollbackOptions {
  /** Whether a reason was given for restoring even what passed no gate. */
  readonly isOverridden: boolean;
  /** Commands to try after a refusal. @defaultValue none */
  readonly nextSteps?: NextSteps;
}

/**
 * Chooses what a roll-back without a number restores; a protected environment without an override only takes what passed.
 *
 * @param history - all revisions, oldest first; the last one runs
 * @throws {WF_CONFLICT} when there is nothing to go back to
 * @throws {WF_PROTECTED} when there is nothing that passed a gate
 */
export function requireTarget<T extends RollbackRevision>(
  environment: RolledBack,
  history: readonly T[],
  { isOverridden, nextSteps = {} }: RollbackOptions,
): { readonly target: T; readonly skipped: RollbackPlan['skipped'] } {
  const { protection = null } = environment;
  const { target, skipped } = chooseRollback(history, protection !== null && !isOverridden);
  if (target !== null) return { target, skipped };
  const reasons = describeSkipped(skipped);
  const missing = `no earlier revision to go back to${reasons === null ? '' : `: ${reasons}`}.`;
  const name = `Environment ${JSON.stringify(environment.name)}`;
  if (!skipped.some(({ reason }) => reason === 'no_gate'))
    throw userError('WF_CONFLICT', `${name} has ${missing}`, nextSteps.WF_CONFLICT);
  throw userError(
    'WF_PROTECTED',
    `${name} is protected by the gate ${nameGates(gatesOf(protection))}, and has ${missing}`,
    nextSteps.WF_PROTECTED,
  );
}

/**
 * Refuses to restore what passed no gate of a protected environment. What once passed may always come back, whatever the
 * gate is now: a roll-back must work in an emergency.
 *
 * @throws {WF_PROTECTED} naming the revisions that it would restore
 */
export function requireGated(
  { name, protection = null }: RolledBack,
  { revision, evidence }: Pick<RollbackRevision, 'revision' | 'evidence'>,
  history: readonly Pick<RollbackRevision, 'revision' | 'evidence'>[],
  { isOverridden, nextSteps = {} }: RollbackOptions,
): void {
  if (protection === null || isOverridden || evidence != null) return;
  const passed = history.filter((each) => each.evidence != null).map((each) => each.revision);
  const others = passed.length === 0 ? 'None has.' : `These have: ${passed.join(', ')}.`;
  throw userError(
    'WF_PROTECTED',
    `Environment ${JSON.stringify(name)} is protected by the gate ${nameGates(gatesOf(protection))}, and its revision ${revision} passed no gate. ${others}`,
    nextSteps.WF_PROTECTED,
  );
}

interface PlanOptions extends RollbackOptions {
  /** What to restore; `null`: what `requireTarget` chooses. */
  readonly to: EnvironmentRevision | null;
}

/**
 * Plans a roll-back as the service would do it.
 *
 * @throws {WF_CONFLICT} or {WF_PROTECTED} when the service would refuse it
 */
export function planRollback(
  environment: RolledBack,
  history: readonly EnvironmentRevision[],
  { to, ...options }: PlanOptions,
): RollbackPlan {
  const { target, skipped } = to === null ? requireTarget(environment, history, options) : { target: to, skipped: [] };
  requireGated(environment, target, history, options);
  const current = history.at(-1) ?? target;
  const { deployed_variant_name: variant, deployed_variant_revision: revision } = target;
  const runs = variant == null ? null : `${variant}@${revision ?? '?'}`;
  const changes = !isSameRevision(target, current);
  return toPlan({
    environment: environment.name,
    from: current.revision,
    to: target.revision,
    runs,
    skipped: [...skipped],
    changes,
  });
}

/** Adds the sentence to a plan. */
export function toPlan(plan: Omit<RollbackPlan, 'message'>): RollbackPlan {
  return { ...plan, message: describePlan(plan) };
}

/** Returns whether restoring a revision would add nothing to what the current one runs and proves. */
export function isSameRevision(one: EnvironmentRevision, current: EnvironmentRevision): boolean {
  return isSameContent(one, current) && isSameEvidence(one.evidence ?? null, current.evidence ?? null);
}

function describePlan({ environment, from, to, runs, skipped, changes }: Omit<RollbackPlan, 'message'>): string {
  const restored = runs === null ? `${to}` : `${to} (${runs})`;
  if (!changes) return `${environment} already runs ${from === to ? restored : `the same as ${restored}`}`;
  const reasons = describeSkipped(skipped);
  return `${environment}: ${from} → ${restored}${reasons === null ? '' : `, because ${reasons}`}`;
}

interface Choice<T> {
  /** `null`: there is nothing to go back to. */
  readonly target: T | null;
  readonly skipped: RollbackPlan['skipped'];
}

/**
 * Chooses the revision that a roll-back restores without a number: the last one that ran something else than now and
 * was not itself rolled back from. So a repeated roll-back goes further back, and never returns to what it left.
 *
 * @param history - all revisions, oldest first; the last one runs
 * @param needsGate - whether only revisions that passed a gate can be restored
 */
export function chooseRollback<T extends RollbackRevision>(history: readonly T[], needsGate: boolean): Choice<T> {
  const { line, left } = followHistory(history);
  const current = history.at(-1);
  const isRolledAway = (each: T) =>
    left.has(contentOf(each)) || !line.some((one) => one.numbers.includes(each.revision));
  const isSame = (each: T) => current !== undefined && isSameContent(each, current);
  const isFit = (each: T) => !isSame(each) && !isRolledAway(each) && !(needsGate && each.evidence == null);
  const target = line.map(({ newest }) => newest).findLast(isFit) ?? null;
  const reasonOf = (each: T): SkipReason => (isSame(each) ? 'same' : isRolledAway(each) ? 'rolled_away' : 'no_gate');
  const skipped = history
    .filter((each) => each !== current && each.revision > (target?.revision ?? 0))
    .map((each) => ({ revision: each.revision, reason: reasonOf(each) }));
  return { target, skipped };
}

/** Compares variant revision, code and variables. */
function isSameContent(one: RollbackRevision, other: RollbackRevision): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf(revision: RollbackRevision): string {
  const { deployed_app_variant_revision: variant, deployment, variables_id: variables = null } = revision;
  return JSON.stringify([variant, deployment, variables]);
}

/** Revisions with equal content, linked by roll-backs. */
interface Step<T> {
  readonly numbers: readonly number[];
  readonly newest: T;
}

/**
 * Follows a history as an editor's undo does: a deploy continues the line, a roll-back shortens it to what it restored.
 *
 * @returns the line that leads to what runs now, and the contents that were rolled back from and not deployed since
 */
function followHistory<T extends RollbackRevision>(history: readonly T[]) {
  const left = new Set<string>();
  let line: readonly Step<T>[] = [];
  for (const newest of history) {
    const { restored_from: from = null, revision } = newest;
    const at = from === null ? -1 : line.findLastIndex(({ numbers }) => numbers.includes(from));
    const restored = line[at];
    if (restored === undefined) line = [...line, { numbers: [revision], newest }];
    else {
      for (const step of line.slice(at + 1)) left.add(contentOf(step.newest));
      line = [...line.slice(0, at), { numbers: [...restored.numbers, revision], newest }];
    }
    left.delete(contentOf(newest));
  }
  return { line, left };
}

/** Describes why revisions were passed over: `5 and 6 were rolled away from, and 4 runs the same`; `null`: none was. */
function describeSkipped(skipped: RollbackPlan['skipped']): string | null {
  const parts = SkipReason.options.flatMap((reason) => {
    const numbers = skipped.filter((each) => each.reason === reason).map(({ revision }) => revision);
    return numbers.length === 0 ? [] : [`${listNumbers(numbers)} ${REASONS[reason](numbers.length > 1)}`];
  });
  return parts.length === 0 ? null : joinWords(parts, ', and ');
}

const REASONS: Record<SkipReason, (isPlural: boolean) => string> = {
  rolled_away: (isPlural) => `${isPlural ? 'were' : 'was'} rolled away from`,
  same: (isPlural) => `${isPlural ? 'run' : 'runs'} the same as now`,
  no_gate: () => 'passed no gate',
};

/** `2, 5 to 8 and 10` */
function listNumbers(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  const texts = runs.flatMap(([first, last]) => {
    if (first === last) return [`${first}`];
    return last - first === 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`];
  });
  return joinWords(texts, ' and ');
}

function joinWords(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}${last}${words.at(-1)}`;
}
