import {
  readVariables,
  dropVariable,
  saveVariable,
  type VariableRow,
  type EnvironmentVariableRow,
  insertVariableSet,
  readVariableSet,
} from '../queries/variables.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import type { Operation, OperationContext } from '../../operation/operation.ts';
import { ownerOf } from '../app-variables.ts';
import { toPage, readPageAfter } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import type { EnvironmentVariable } from '../../../contract/environments/variables.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import {
  appendEnvironmentRevision,
  type EnvironmentRow,
  evidenceOf,
  protectionOf,
  requireEnvironmentOf,
  requireEnvironmentRevision,
  setVariablesId,
} from '../queries/environments.ts';

export const listVariables: Operation<'listVariables'> = {
  run: async ({ app_id, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await readVariables(db, app.id, readPageAfter(paging, ''));
    return toPage(rows, paging, 'name', toVariable);
  },
};

export const setVariable: Operation<'setVariable'> = {
  audit: { kind: 'variable', verb: 'set' },
  run: async ({ app_id, variable_name: name, body }, { db, now, principal, record, service: { secrets } }) => {
    const app = await requireApp(db, app_id);
    const sealed = await secrets.seal(body.value, ownerOf(app.id, name));
    const row = { app_id: app.id, name, sealed, updated_at: now, modified_by: principal.name };
    await saveVariable(db, row);
    record({ kind: 'variable', id: name, name, appId: app.id, summary: 'set' });
    return toVariable(row);
  },
};

export const deleteVariable: Operation<'deleteVariable'> = {
  audit: { kind: 'variable', verb: 'unset' },
  run: async ({ app_id, variable_name: name }, { db, record }) => {
    const app = await requireApp(db, app_id);
    if (await dropVariable(db, app.id, name)) {
      record({ kind: 'variable', id: name, name, appId: app.id, summary: 'unset' });
      return null;
    }
    const rows = await readVariables(db, app.id);
    throw notFound({ kind: 'variable', name, available: rows.map((row) => row.name) });
  },
};

function toVariable({ name, updated_at, modified_by }: VariableRow) {
  return { name, updated_at, modified_by };
}

export const listEnvironmentVariables: Operation<'listEnvironmentVariables'> = {
  run: async ({ app_id, environment_name }, { db }) => {
    const environment = await requireEnvironmentOf(db, app_id, environment_name);
    const own = await readVariableSet(db, environment.variables_id);
    const names = new Set(own.map(({ name }) => name));
    const inherited = protectionOf(environment) === null ? await readVariables(db, environment.app_id) : [];
    return [
      ...own.map((row) => toEnvironmentVariable(row, 'environment')),
      ...inherited.filter(({ name }) => !names.has(name)).map((row) => toEnvironmentVariable(row, 'app')),
    ].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  },
};

export const setEnvironmentVariable: Operation<'setEnvironmentVariable'> = {
  audit: { kind: 'variable', verb: 'set' },
  run: async ({ app_id, environment_name, variable_name: name, body }, context) => {
    const { db, now, principal } = context;
    const environment = await requireEnvironmentOf(db, app_id, environment_name);
    requireRoleFor(environment, context);
    const sealed = await context.service.secrets.seal(body.value, ownerOf(environment.app_id, name));
    const row = { name, sealed, updated_at: now, modified_by: principal.name };
    const others = (await readVariableSet(db, environment.variables_id)).filter((one) => one.name !== name);
    await changeSet(environment, [...others, row], { name, verb: 'set' }, context);
    return toEnvironmentVariable(row, 'environment');
  },
};

export const deleteEnvironmentVariable: Operation<'deleteEnvironmentVariable'> = {
  audit: { kind: 'variable', verb: 'unset' },
  run: async ({ app_id, environment_name, variable_name: name }, context) => {
    const { db } = context;
    const environment = await requireEnvironmentOf(db, app_id, environment_name);
    requireRoleFor(environment, context);
    const own = await readVariableSet(db, environment.variables_id);
    const others = own.filter((one) => one.name !== name);
    if (others.length === own.length) throw notFound({ kind: 'variable', name, available: own.map((row) => row.name) });
    await changeSet(environment, others, { name, verb: 'unset' }, context);
    return null;
  },
};

/** Stores a new set, and a new revision of what the environment runs: its workflow runs with the set from then on. */
async function changeSet(
  environment: EnvironmentRow,
  variables: readonly EnvironmentVariableRow[],
  { name, verb }: { readonly name: string; readonly verb: 'set' | 'unset' },
  { db, now, principal, record }: OperationContext,
): Promise<void> {
  const variablesId = await insertVariableSet(db, environment.id, variables);
  const of = { appId: environment.app_id, environment: environment.name };
  const change = { kind: 'variable', id: name, name, ...of } as const;
  if (environment.revision === null) {
    await setVariablesId(db, environment.id, variablesId);
    return record({ ...change, summary: `${verb} in ${environment.name}` });
  }
  const current = await requireEnvironmentRevision(db, environment, environment.revision);
  const made = await appendEnvironmentRevision(db, environment, {
    variantRevisionId: current.variant_revision_id,
    deploymentId: current.deployment_id,
    message: `${verb} ${name}`,
    evidence: evidenceOf(current),
    variablesId,
    principal,
    now,
  });
  record({
    ...change,
    before: current.id,
    after: made.id,
    summary: `${verb} in ${environment.name} as revision ${made.revision}`,
  });
}

/** An author may set the variables of an environment until it is protected. */
function requireRoleFor(environment: EnvironmentRow, { principal }: OperationContext): void {
  if (protectionOf(environment) === null || principal.role === 'operator') return;
  throw userError(
    'WF_NOT_ALLOWED',
    `Environment ${JSON.stringify(environment.name)} is protected: its variables require the role operator; this key has the role ${principal.role}.`,
  );
}

function toEnvironmentVariable(
  { name, updated_at, modified_by }: Omit<EnvironmentVariableRow, 'sealed'>,
  from: EnvironmentVariable['from'],
): EnvironmentVariable {
  return { name, updated_at, modified_by, from };
}
