import { checkParameters } from '../../../contract/deployments/check-parameters.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import type {
  DeployToEnvironment,
  EnvironmentRevision,
  GateEvidence,
  KeptGate,
  ProtectEnvironment,
  RollbackEnvironment,
} from '../../../contract/environments/environment.ts';
import { gatesOf, isSameEvidence, isSameGates, nameGates } from '../../../contract/environments/gates.ts';
import { isSameRevision, requireGated, requireTarget } from '../../../contract/environments/rollback-plan.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { requireMatch } from '../../operation/if-match.ts';
import type { Change, Operation, OperationContext } from '../../operation/operation.ts';
import { toKeptGate } from '../promotion/check-against-gate.ts';
import { countPromotionLook, judgePromotion, namesEvidence } from '../promotion/judge-promotion.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';
import { requireApp } from '../../apps/queries.ts';
import { type DeploymentRow, findNewestDeployment, routesOf } from '../../variants/queries/deployments.ts';
import {
  appendEnvironmentRevision,
  type EnvironmentRow,
  evidenceOf,
  listRevisionsOf,
  protectionOf,
  requireEnvironment,
  requireEnvironmentOf,
  requireEnvironmentRevision,
  setProtection,
  toEnvironmentOutput,
  readEnvironments,
  toEnvironmentRevision,
} from '../queries/environments.ts';
import { requireRevision, type RevisionRow } from '../../variants/queries/revisions.ts';
import { adoptAppVariables } from '../queries/variables.ts';
import { requireVariant } from '../../variants/queries/variants.ts';
import { toPage, readPageAfter } from '../../store/page.ts';

export const deployToEnvironment: Operation<'deployToEnvironment'> = {
  audit: { kind: 'environment', verb: 'changed' },
  prepare: async ({ body }, context) => {
    await countPromotionLook(context, async () => await readPromoted(context.db, body), body);
  },
  run: async ({ body }, { db, principal, now, ifMatch, record }) => {
    const { environment, variant, revision, deployment } = await readPromoted(db, body);
    requireUnchanged(environment, ifMatch);
    const [variantRevisionId, deploymentId] = [revision.id, deployment?.id ?? null];
    const runsThis =
      environment.variant_revision_id === variantRevisionId && environment.deployment_id === deploymentId;
    if (runsThis && !namesEvidence(body)) return changeNothing(record);
    if (deployment !== null) requireRunnable(revision, deployment);
    const evidence = await judgePromotion(db, { environment, variant, revision, deployment }, body);
    // A new proof is worth a revision: it allows a roll-back to what runs.
    if (runsThis && isSameEvidence(evidence, await readCurrentEvidence(db, environment))) return changeNothing(record);
    const made = await appendEnvironmentRevision(db, environment, {
      variantRevisionId,
      deploymentId,
      message: body.message ?? null,
      evidence,
      principal,
      now,
    });
    const runs = `runs ${variant.variant_name}@${revision.revision}`;
    record(environmentChange(environment, made, `${runs} as revision ${made.revision}`, body.message));
    return null;
  },
};

async function readPromoted(db: Db, body: DeployToEnvironment) {
  const variant = await requireVariant(db, body.variant_id);
  const environment = await requireEnvironment(db, variant.app_id, body.environment_name);
  const revision = await requireRevision(db, variant, body.revision ?? variant.revision);
  return { environment, variant, revision, deployment: await findNewestDeployment(db, variant.base_id) };
}

export const rollbackEnvironment: Operation<'rollbackEnvironment'> = {
  audit: { kind: 'environment', verb: 'changed' },
  run: async ({ environment_name, body }, context) => {
    const { db, principal, now, ifMatch, record } = context;
    const environment = await requireEnvironmentOf(db, body.app_id, environment_name);
    requireUnchanged(environment, ifMatch);
    const history = (await listRevisionsOf(db, environment.id)).map(toEnvironmentRevision);
    const isOverridden = body.override != null;
    const number =
      body.revision ?? requireTarget(toEnvironmentOutput(environment), history, { isOverridden }).target.revision;
    const old = await requireEnvironmentRevision(db, environment, number);
    const overridden = findOverridden(environment, old, history, isOverridden);
    const [restored, current] = [history.find(({ revision }) => revision === number), history.at(-1)];
    if (restored !== undefined && current !== undefined && isSameRevision(restored, current)) {
      changeNothing(record);
      return { ...toEnvironmentOutput(environment), revisions: history };
    }
    const message = messageOf(body, overridden);
    const made = await appendEnvironmentRevision(db, environment, {
      variantRevisionId: old.variant_revision_id,
      deploymentId: old.deployment_id,
      message,
      restoredFrom: old.revision,
      evidence: evidenceOf(old),
      variablesId: old.variables_id,
      principal,
      now,
    });
    const back = `back to revision ${old.revision} as revision ${made.revision}`;
    record({ ...environmentChange(environment, made, back, message), overrides: overridden });
    return await getEnvironmentRevisions.run({ app_id: environment.app_id, environment_name }, context);
  },
};

export const protectEnvironment: Operation<'protectEnvironment'> = {
  audit: { kind: 'environment', verb: 'changed' },
  run: async ({ app_id, environment_name, body }, { db, principal, now, record }) => {
    const environment = await requireEnvironmentOf(db, app_id, environment_name);
    const before = gatesOf(protectionOf(environment));
    const after = await changeGates(before, body);
    const [gate, ...others] = after;
    if (isSameGates(before, after)) {
      record(null);
      return toEnvironmentOutput(environment);
    }
    // From now on the app's variables, which authors change, no longer reach it.
    if (before.length === 0 && gate !== undefined) await adoptAppVariables(db, environment);
    const by = { changed_by: principal.name, changed_at: now };
    await setProtection(
      db,
      environment,
      gate === undefined ? null : { gate, ...(others.length === 0 ? {} : { others }), ...by },
    );
    record({
      ...environmentChange(
        environment,
        null,
        gate === undefined ? 'takes anything' : `takes what passes ${nameGates(after)}`,
      ),
      before: hashesOf(before),
      after: hashesOf(after),
    });
    return toEnvironmentOutput(await requireEnvironment(db, environment.app_id, environment_name));
  },
};

/** A gate replaces the one of the same route; without one, the gate of a route is removed, or all are. */
async function changeGates(before: readonly KeptGate[], { gate, route = null }: ProtectEnvironment) {
  if (gate === null) return route === null ? [] : before.filter((each) => each.route !== route);
  const added = await toKeptGate(gate);
  return [...before.filter((each) => (each.route ?? null) !== added.route), added];
}

function hashesOf(gates: readonly KeptGate[]): string | null {
  return gates.length === 0 ? null : gates.map(({ sha256 }) => sha256).join(' ');
}

export function environmentChange(
  { id, name, app_id: appId, revision_id: before }: EnvironmentRow,
  made: { readonly id: string } | null,
  what: string,
  message: string | null = null,
): Change {
  const summary = message === null ? what : `${what}: ${message}`;
  return { kind: 'environment', id, name, appId, before, after: made?.id ?? before, summary };
}

/** Joins the reasons of a rollback; one that overrides a gate names it. */
function messageOf(
  { message = null, override = null }: Pick<RollbackEnvironment, 'message' | 'override'>,
  overridden: string | null,
): string | null {
  const reason = override === null || overridden === null ? override : `overrides the gate ${overridden}: ${override}`;
  const reasons = [reason, message].filter((each) => each !== null);
  return reasons.length === 0 ? null : reasons.join('; ');
}

/** Returns the name of the gate that is overridden; `null`: none. @throws {WF_PROTECTED} without an override */
function findOverridden(
  environment: EnvironmentRow,
  old: Database['environment_revisions'],
  history: readonly EnvironmentRevision[],
  isOverridden: boolean,
): string | null {
  const protection = protectionOf(environment);
  if (protection === null || old.evidence !== null) return null;
  requireGated({ name: environment.name, protection }, old, history, { isOverridden });
  return nameGates(gatesOf(protection));
}

function changeNothing(record: OperationContext['record']): null {
  record(null);
  return null;
}

async function readCurrentEvidence(db: Db, environment: EnvironmentRow): Promise<GateEvidence | null> {
  return environment.revision === null
    ? null
    : evidenceOf(await requireEnvironmentRevision(db, environment, environment.revision));
}

/** Refuses the second of two concurrent changes. */
export function requireUnchanged({ name, revision }: EnvironmentRow, ifMatch: OperationContext['ifMatch']): void {
  requireMatch(ifMatch, `Environment ${JSON.stringify(name)}`, revision ?? 0);
}

/** Refuses a revision whose parameters break the code's schema: it would fail every call. */
function requireRunnable(revision: RevisionRow, deployment: DeploymentRow): void {
  const parameters = fromJson<Parameters>(revision.parameters);
  const items = checkParameters(routesOf(deployment), parameters, []);
  if (items.length === 0) return;
  // The request names the variant, and has none of its parameters.
  const loc = ['body', 'variant_id'];
  const details = items.map((item) => ({ ...item, loc, msg: `${item.loc.join('.')}: ${item.msg}` }));
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Revision ${revision.revision} breaks the configuration schema of the deployed routes.`,
    details,
  });
}

export const listAppEnvironments: Operation<'listAppEnvironments'> = {
  run: async ({ app_id, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await readEnvironments(db, app.id, readPageAfter(paging, -1));
    return toPage(rows, paging, 'position', toEnvironmentOutput);
  },
};

export const getEnvironmentRevisions: Operation<'getEnvironmentRevisions'> = {
  revisionOf: ({ revision }) => revision ?? 0,
  run: async ({ app_id, environment_name, limit }, { db }) => {
    const environment = await requireEnvironmentOf(db, app_id, environment_name);
    return {
      ...toEnvironmentOutput(environment),
      revisions: (await listRevisionsOf(db, environment.id, limit)).map(toEnvironmentRevision),
    };
  },
};
