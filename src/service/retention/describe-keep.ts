import { describeKept } from '../../contract/retention/describe-kept.ts';
import type { SetKeep } from '../../contract/retention/retention.ts';

/** Describes rules for the audit log, as in `keeps evaluations 90d, logs forever`. */
export function describeKeep({ keep = {}, unset = [] }: Pick<SetKeep, 'keep' | 'unset'>): string {
  const set = Object.entries(keep).map(([kind, seconds]) => `${kind} ${describeKept(seconds ?? null)}`);
  const said = [
    ...(set.length === 0 ? [] : [`keeps ${set.join(', ')}`]),
    ...(unset.length === 0 ? [] : [`has no rule for ${unset.join(', ')}`]),
  ];
  return said.join('; ') || 'changed nothing';
}
