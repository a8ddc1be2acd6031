import type { Compatibility, MigratedRevision, ParameterBreak } from '../../contract/deployments/deployment.ts';
import { flattenParameters } from '../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { toText, type View } from '../layout/view.ts';
import { toTable, type Column } from '../layout/table-model.ts';
import { toCell } from '../layout/text/format-value.ts';
import { shellWord } from '../../foundation/shell-word.ts';

/** Shows how a deployment affects stored configurations; nothing if it does not. */
export function compatibilityBlocks({ breaks, migrated, unused_migrations }: Compatibility): View {
  const unused = `Not needed by any stored configuration: ${unused_migrations.join(', ')}`;
  return [
    ...(breaks.length === 0
      ? []
      : [toTable({ title: 'Stored values that the new code rejects', columns: breakColumns, rows: breaks })]),
    ...(migrated.length === 0
      ? []
      : [
          toTable({
            title: 'Migrated configurations',
            columns: changeColumns,
            rows: migrated.flatMap(toChanges),
          }),
        ]),
    ...(unused_migrations.length === 0 ? [] : [toText(unused)]),
  ];
}

/** Lists commands that deploy migrated revisions to the environments that run the originals. */
export function deployMigrated({ migrated }: Compatibility, deployedTo: string | null): string[] {
  return migrated.flatMap(({ environments, variant_name, to_revision }) =>
    environments
      .filter((environment) => environment !== deployedTo)
      .map(
        (environment) =>
          `wf env deploy ${shellWord(environment)} --variant ${shellWord(`${variant_name}@${to_revision}`)}`,
      ),
  );
}

const breakColumns: readonly Column<ParameterBreak>[] = [
  { header: 'effect', value: ({ severity }) => EFFECTS[severity] },
  { header: 'what', value: ({ message }) => message },
  {
    header: 'fix',
    value: ({ suggestions }) => suggestions.map((one) => `--migrate ${one}`).join(' or ') || null,
  },
];

const EFFECTS: Readonly<Record<ParameterBreak['severity'], string>> = {
  fatal: 'fails at once',
  breaking: 'breaks',
  known: 'already broken',
  idle: 'not in use',
};

interface MigratedField {
  readonly revision: MigratedRevision;
  readonly field: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Lists the migrated fields; none for a revision that is only repeated to stay the newest. */
function toChanges(revision: MigratedRevision): MigratedField[] {
  const [before, after] = [flattenParameters(revision.before), flattenParameters(revision.after)];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (fields.length === 0) return [{ revision, field: null, before: null, after: null }];
  return fields.map((field) => ({ revision, field, before: valueOf(before, field), after: valueOf(after, field) }));
}

function valueOf(parameters: Parameters, field: string): unknown {
  return Object.hasOwn(parameters, field) ? parameters[field] : null;
}

const changeColumns: readonly Column<MigratedField>[] = [
  { header: 'from', value: ({ revision }) => `${revision.variant_name}@${revision.from_revision}` },
  { header: 'to', value: ({ revision }) => `${revision.variant_name}@${revision.to_revision}` },
  { header: 'run by', value: ({ revision }) => revision.environments.join(', ') || null, dropOrder: 1 },
  { header: 'field', value: ({ field }) => field },
  { header: 'before', value: ({ before }) => toCell(before) },
  { header: 'after', value: ({ after }) => toCell(after) },
];
