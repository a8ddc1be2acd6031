import {
  deleteEvaluatorConfigRecord,
  updateEvaluatorConfigRecord,
  insertEvaluatorConfig,
  readEvaluatorConfigs,
  type EvaluatorConfigRow,
  requireEvaluatorConfig,
  requireEvaluatorName,
  toEvaluatorConfig,
} from './queries.ts';
import { v7 as newId } from 'uuid';
import { EVALUATORS, findEvaluator, toEvaluator } from '../../evaluation/evaluators/catalogue/evaluators.ts';
import { checkEvaluatorSettings } from '../../evaluation/evaluators/settings/evaluator-settings.ts';
import { runEvaluator as judge } from '../../evaluation/evaluators/prepare/prepare-evaluator.ts';
import { closestNames, notFound } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { checkParameters } from '../../contract/deployments/check-parameters.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { UpdateEvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import type { Operation, OperationContext } from '../operation/operation.ts';
import { pickValues } from './pick-values.ts';
import { toPage, readPageAfter } from '../store/page.ts';
import { requireApp } from '../apps/queries.ts';
import { listEvaluatorCode } from '../variants/queries/deployments.ts';
import { isSameName } from '../../contract/validation/name-rule.ts';
import type { Db } from '../store/schema.ts';
import type { UnknownRecord } from '../../foundation/record.ts';

export const listEvaluators: Operation<'listEvaluators'> = {
  run: async ({ app_id }, { db }) => {
    if (app_id === undefined) return [...EVALUATORS];
    const app = await requireApp(db, app_id);
    return [...EVALUATORS, ...(await listCustom(db, app.id)).map(toEvaluator)];
  },
};

/** `prediction` holds the output, `ground_truth` the expected answer; other inputs are further columns. */
export const mapEvaluatorInputs: Operation<'mapEvaluatorInputs'> = {
  run: async ({ body }) => ({ outputs: await pickValues(body) }),
};

export const runEvaluator: Operation<'runEvaluator'> = {
  run: async ({ evaluator_key, body }, context) => {
    if (findEvaluator(evaluator_key) === undefined)
      throw notFound({ kind: 'evaluator', name: evaluator_key, available: EVALUATORS.map(({ key }) => key) });
    const caller = callerOf(context);
    const tools = { ...context.tools, providerKeys: toKeys(body.credentials), caller, keyId: caller };
    const place = { field: 'settings', isSent: body.settings != null };
    const checked = await requireSettings(evaluator_key, body.settings ?? {}, place, []);
    const settings = await requireCompiled(evaluator_key, checked, place, context);
    const { prediction, ground_truth, cost, latency, ...columns } = body.inputs;
    const expected =
      typeof settings['correct_answer_key'] === 'string' ? settings['correct_answer_key'] : 'correct_answer';
    const row =
      ground_truth === undefined ? columns : { ...columns, [expected.replace(/^testcase\./, '')]: ground_truth };
    const figures = { cost: toFigure(cost), latency: toFigure(latency) };
    const result = await judge(evaluator_key, { settings, output: prediction, row, ...figures, tools });
    if (result.error != null) throw new UserError({ code: 'WF_INVALID_INPUT', message: result.error.message });
    const outputs = result.type === 'bool' ? { success: result.value } : { score: result.value };
    return { outputs };
  },
};

export const listEvaluatorConfigs: Operation<'listEvaluatorConfigs'> = {
  run: async ({ app_id, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const page = readPageAfter(paging, '');
    const rows = await readEvaluatorConfigs(db, app.id, page);
    return toPage(rows, paging, 'id', toEvaluatorConfig);
  },
};

export const createEvaluatorConfig: Operation<'createEvaluatorConfig'> = {
  audit: { kind: 'evaluator', verb: 'created' },
  prepare: async ({ body }, context) => {
    await requireCompiled(body.evaluator_key, body.settings_values, SENT, context);
  },
  run: async ({ body }, { db, now }) => {
    const app = await requireApp(db, body.app_id);
    await requireSettings(body.evaluator_key, body.settings_values, SENT, await listCustom(db, app.id));
    const name = await requireEvaluatorName(db, body.name, {
      appId: app.id,
      evaluatorKey: body.evaluator_key,
      exceptId: null,
    });
    const row = {
      id: newId(),
      project_id: app.project_id,
      app_id: app.id,
      name,
      evaluator_key: body.evaluator_key,
      settings_values: JSON.stringify(body.settings_values),
      created_at: now,
      updated_at: now,
    };
    await insertEvaluatorConfig(db, row);
    return toEvaluatorConfig(row);
  },
};

export const getEvaluatorConfig: Operation<'getEvaluatorConfig'> = {
  run: async ({ evaluator_config_id }, { db }) =>
    toEvaluatorConfig(await requireEvaluatorConfig(db, evaluator_config_id)),
};

export const updateEvaluatorConfig: Operation<'updateEvaluatorConfig'> = {
  audit: { kind: 'evaluator', verb: 'changed' },
  prepare: async ({ evaluator_config_id, body }, context) => {
    const { evaluator_key, settings } = merge(await requireEvaluatorConfig(context.db, evaluator_config_id), body);
    await requireCompiled(evaluator_key, settings ?? {}, placeOf(body), context);
  },
  run: async ({ evaluator_config_id, body }, { db, now }) => {
    const row = await requireEvaluatorConfig(db, evaluator_config_id);
    const { name: wanted, evaluator_key, settings } = merge(row, body);
    const scope = { appId: row.app_id, evaluatorKey: evaluator_key, exceptId: row.id };
    const name = isSameName(wanted, row.name) ? row.name : await requireEvaluatorName(db, wanted, scope);
    const custom = await listCustom(db, row.app_id);
    await requireSettings(evaluator_key, settings ?? {}, placeOf(body), custom);
    const settings_values = settings === null ? null : JSON.stringify(settings);
    const changed = { name, evaluator_key, settings_values, updated_at: now };
    await updateEvaluatorConfigRecord(db, row.id, changed);
    return toEvaluatorConfig({ ...row, ...changed });
  },
};

export const deleteEvaluatorConfig: Operation<'deleteEvaluatorConfig'> = {
  audit: { kind: 'evaluator', verb: 'deleted' },
  run: async ({ evaluator_config_id }, { db, record }) => {
    const row = await requireEvaluatorConfig(db, evaluator_config_id);
    record({ kind: 'evaluator', id: row.id, name: row.name, appId: row.app_id, before: row.id, summary: 'deleted' });
    await deleteEvaluatorConfigRecord(db, row.id);
    return true;
  },
};

function merge(row: EvaluatorConfigRow, { name, evaluator_key, settings_values }: UpdateEvaluatorConfig) {
  const settings = settings_values === undefined ? toEvaluatorConfig(row).settings_values : settings_values;
  return { name: name ?? row.name, evaluator_key: evaluator_key ?? row.evaluator_key, settings: settings ?? null };
}

/** Sessions of the page take the turns of their key. */
function callerOf({ principal }: OperationContext): string {
  return principal.sessionOf ?? principal.id;
}

/** Checks settings against the evaluator's template. @throws {WF_INVALID_INPUT} with an item per violation */
async function requireSettings(key: string, settings: UnknownRecord, at: Place, custom: readonly RouteSchema[]) {
  const place = ['body', at.field];
  const definition = findEvaluator(key);
  const schema = definition === undefined ? custom.find(({ name }) => name === key) : undefined;
  const evaluator = definition?.evaluator ?? (schema === undefined ? null : toEvaluator(schema));
  if (evaluator === null) throw unknownKey(key, custom);
  const check = definition?.isCheckHeavy === true ? undefined : definition?.check;
  const parsed = await checkEvaluatorSettings(
    { evaluator, ...(check === undefined ? {} : { check }) },
    settings,
    place,
  );
  // A template has neither integers nor exclusive bounds; the schema of a project's own evaluator does.
  const items = parsed.ok && schema !== undefined ? checkParameters([schema], parsed.settings, place) : [];
  if (parsed.ok && items.length === 0) return parsed.settings;
  throw refuseSettings(key, parsed.ok ? items : parsed.items, at);
}

/** Compiling takes long, so no transaction may wait for it. @throws {WF_INVALID_INPUT} when it fails */
async function requireCompiled(key: string, settings: UnknownRecord, at: Place, context: OperationContext) {
  const definition = findEvaluator(key);
  if (definition?.isCheckHeavy !== true) return settings;
  const tools = { ...context.tools, caller: callerOf(context) };
  const checked = await checkEvaluatorSettings(definition, settings, ['body', at.field], tools);
  if (checked.ok) return checked.settings;
  throw refuseSettings(key, checked.items, at);
}

/** Where settings are in a request. Those that it leaves out, stored ones or none, have no places of their own. */
interface Place {
  readonly field: string;
  readonly isSent: boolean;
}

const SENT: Place = { field: 'settings_values', isSent: true };

function placeOf({ settings_values }: UpdateEvaluatorConfig): Place {
  return { ...SENT, isSent: settings_values != null };
}

function refuseSettings(key: string, items: readonly ValidationErrorItem[], { field, isSent }: Place): UserError {
  const details = isSent ? items : items.map(({ loc, ...item }) => toField(field, loc.slice(2).join('.'), item));
  const message = `The settings do not fit the evaluator ${key}.`;
  return new UserError({ code: 'WF_INVALID_INPUT', message, details });
}

function toField(field: string, setting: string, { msg, type }: Omit<ValidationErrorItem, 'loc'>): ValidationErrorItem {
  return { loc: ['body', field], msg: `${setting}: ${msg}`, type };
}

/** Keys of model providers, by the names of the interface. @source facts §2.6, §2.7 */
function toKeys(credentials: UnknownRecord | null | undefined): Record<string, string> {
  const entries = Object.entries(credentials ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Reads a figure of the call; `null` when it is not a number. */
function toFigure(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

async function listCustom(db: Db, appId: string): Promise<RouteSchema[]> {
  return (await listEvaluatorCode(db, appId)).flatMap(({ schemas }) => schemas);
}

function unknownKey(key: string, custom: readonly RouteSchema[]): UserError {
  const keys = [...EVALUATORS.map((evaluator) => evaluator.key), ...custom.map(({ name }) => name)];
  const near = closestNames(key, keys);
  const msg = `Input should be the key of an evaluator, such as ${(near.length > 0 ? near : keys).join(', ')}`;
  const details = [{ loc: ['body', 'evaluator_key'], msg, type: 'enum' }];
  return new UserError({ code: 'WF_INVALID_INPUT', message: 'There is no such evaluator.', details });
}
