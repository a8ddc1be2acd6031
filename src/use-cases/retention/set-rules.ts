import type { Client } from '../../client/create-client.ts';
import { type KeepRule, KeptKind, type SetKeep } from '../../contract/retention/retention.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { parseAge } from '../arguments/parse-age.ts';

export interface SetRulesOptions {
  readonly client: Client;
  /** `null`: all apps without a rule of their own. */
  readonly app: string | null;
  /** Rules as they are typed: `KIND=AGE`. None: the rules are only read. */
  readonly rules: readonly string[];
}

/** Sets how long data is kept, and reads the rules. */
export async function setRules({ client, app, rules }: SetRulesOptions): Promise<KeepRule[]> {
  const parsed = parseRules(rules);
  await client.require('rules of retention');
  const scope = app === null ? {} : { app_id: await resolveAppId({ client, app }) };
  if (rules.length === 0) return await client.getRetention(scope);
  return await client.setRetention({ body: { ...scope, ...parsed } });
}

const FOR_EVER = 'forever';
const NO_RULE = 'default';

function parseRules(rules: readonly string[]): Pick<SetKeep, 'keep' | 'unset'> {
  const keep: Partial<Record<KeptKind, number | null>> = {};
  const unset: KeptKind[] = [];
  for (const rule of rules) {
    const [, name = '', age = ''] = /^([^=]*)=(.*)$/.exec(rule) ?? [];
    const kind = KeptKind.safeParse(name.replaceAll('-', '_'));
    if (!kind.success) throw unknownKind(rule);
    if (age === NO_RULE) unset.push(kind.data);
    else keep[kind.data] = age === FOR_EVER ? null : parseAge(age, kind.data);
  }
  return { keep, unset };
}

function unknownKind(rule: string): UserError {
  return new UserError({
    code: 'WF_USAGE',
    message: `Invalid rule ${JSON.stringify(rule)}: write KIND=AGE, with one of the kinds ${KeptKind.options.join(', ')}.`,
    nextSteps: ['wf prune --set evaluations=90d --set logs=14d'],
  });
}
