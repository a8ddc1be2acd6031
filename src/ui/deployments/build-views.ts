import { describeSource } from '../../contract/environments/describe-source.ts';
import type {
  Compatibility,
  MigratedRevision,
  MovedDefaults,
  ParameterBreak,
} from '../../contract/deployments/deployment.ts';
import type { BundledFile, Manifest } from '../../contract/deployments/route-schema.ts';
import { countOf, sumOf } from '../../foundation/numbers.ts';
import { routeChangesTable, routeColumns } from './route-columns.ts';
import { formatBytes } from '../live/describe-event.ts';
import { type Field, toRecord, toText, type View } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { flattenParameters, toAddress } from '../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { toCell } from '../layout/text/format-value.ts';
import type { DeployResult, StoredSharing } from '../../contract/develop/deploy-result.ts';

export interface BuildRecord {
  readonly manifest: Manifest;
  readonly bundle: string;
  readonly size: number;
  readonly gzipSize: number;
  readonly files: readonly BundledFile[];
}

export function buildView({ manifest, bundle, size, gzipSize, files }: BuildRecord): View {
  return [
    toRecord([
      { label: 'app', value: manifest.app },
      { label: 'bundle', value: bundle },
      { label: 'sha256', value: manifest.sha256 },
      { label: 'size', value: `${formatBytes(size)}, ${formatBytes(gzipSize)} gzipped` },
      ...packageFields(manifest),
    ]),
    toTable({ columns: routeColumns, rows: manifest.routes, empty: 'No routes.' }),
    ...carriedFiles(files),
    toText('Next: wf deploy'),
  ];
}

export function packageFields({ packages }: Pick<Manifest, 'packages'>): Field[] {
  if (packages === undefined) return [];
  const named = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  return [{ label: 'packages', value: named.join(', ') }];
}

/** Files in a table; thousands of them would hide the rest. */
const LISTED = 20;

function carriedFiles(files: readonly BundledFile[]): View {
  if (files.length === 0) return [];
  const total = sumOf(files, ({ size }) => size);
  const rows = files.toSorted((one, other) => other.size - one.size).slice(0, LISTED);
  const hidden = files.length - rows.length;
  return [
    toText(`The bundle carries ${countOf(files.length, 'file')}, ${formatBytes(total)}:`),
    toTable({ columns: fileColumns, rows }),
    ...(hidden === 0 ? [] : [toText(`and ${countOf(hidden, 'smaller file')}, listed in manifest.json`)]),
  ];
}

/** A deploy, and the command that carries out its plan. */
type DeployRecord = DeployResult & { readonly command: string };
type DeploymentRecord = NonNullable<DeployResult['deployment']>;

export function deployView(record: DeployRecord): View {
  const { changes, compatibility } = record;
  return [
    toText(headline(record)),
    toRecord(deployFields(record)),
    ...(changes.length === 0 ? [] : [routeChangesTable(changes)]),
    ...sharingText(record.sharing),
    ...compatibilityBlocks(compatibility),
    ...nextLines(record),
  ];
}

function headline(record: DeployRecord): string {
  return record.deployment === null ? planLine(record) : resultLine(record, record.deployment);
}

function nextLines({ deployment, compatibility, routes, command }: DeployRecord): View {
  // The error has the next steps of a breaking plan.
  if (deployment === null) return compatibility.is_breaking ? [] : [toText(`Next: ${command}`)];
  const commands = deployMigrated(compatibility, deployment.environment);
  const [route = { path: '/', input: null }] = routes;
  const usual =
    deployment.environment === null
      ? `wf env deploy production --variant ${shellWord(deployment.variant_name)}`
      : `wf run ${shellWord(route.path)} --env ${shellWord(deployment.environment)}${requiredInputs(route)}`;
  return [toText(...(commands.length === 0 ? [usual] : commands).map((command) => `Next: ${command}`))];
}

/** Inputs that a call cannot leave out, with words to replace. */
function requiredInputs({ input }: Pick<DeployResult['routes'][number], 'input'>): string {
  const names: readonly unknown[] = Array.isArray(input?.['required']) ? input['required'] : [];
  return names
    .map(String)
    .map((name) => ` --input ${shellWord(`${name}=${name.toUpperCase()}`)}`)
    .join('');
}

function planLine({ app, changes, compatibility }: DeployRecord): string {
  const what = changes.length === 0 ? 'no route changes' : 'the routes change as shown below';
  const breaking = compatibility.is_breaking ? ', and configurations in use break' : '';
  return `Plan for ${app.name}: ${what}${breaking}. Nothing was changed.`;
}

function resultLine({ app }: DeployRecord, deployment: DeploymentRecord): string {
  const target = deployment.environment === null ? '' : ` and environment ${deployment.environment}`;
  if (!deployment.changed) return `Nothing changed: ${app.name} already runs exactly this.`;
  const source = describeSource(deployment.deployment.source);
  const from = source === null ? '' : `, from ${source}`;
  return `Deployed ${app.name} as variant ${deployment.variant_name}@${deployment.variant_revision}${target}${from}.`;
}

function deployFields({ sha256, size, routes, deployment }: DeployRecord): Field[] {
  return [
    { label: 'routes', value: routes.map(({ path }) => path).join(', ') },
    { label: 'bundle', value: `${sha256.slice(0, 12)} (${formatBytes(size)})` },
    ...(deployment === null
      ? []
      : ([
          { label: 'variant id', kind: 'id', value: deployment.variant_id },
          { label: 'deployment', kind: 'id', value: deployment.deployment.id },
          { label: 'uri', value: deployment.uri },
        ] as const)),
  ];
}

const fileColumns: readonly Column<BundledFile>[] = [
  { header: 'file', value: ({ path }) => path },
  { header: 'size', value: ({ size }) => formatBytes(size) },
  { header: 'sha256', value: ({ sha256 }) => sha256.slice(0, 12), dropOrder: 1 },
];

/** Describes which fields become one for each route, or one for all of them; nothing if none does. */
export function sharingText(sharing: readonly StoredSharing[]): View {
  return sharing.length === 0 ? [] : [toText(...sharing.map(describe))];
}

function describe({ field, kind, routes, stored_by }: StoredSharing): string {
  const addresses = routes.map((route) => toAddress({ route, field })).join(', ');
  const stored = stored_by.join(', ');
  if (kind === 'split') {
    const kept = stored === '' ? '' : ` The value of ${stored} applies to all of them until they get their own.`;
    return `${field} was one field; now ${routes.join(' and ')} declare it differently: ${addresses}.${kept}`;
  }
  const kept = stored === '' ? '' : ` Values of their own still win in ${stored}, until --unset removes them.`;
  return `${field} was a field of each route; now ${routes.join(' and ')} share it.${kept}`;
}

interface ChangedCode {
  readonly workflow: boolean;
  readonly evaluators: boolean;
}

/** Warns that an evaluation runs the deployed code and not the changed sources. */
export function describeChangedCode({ workflow, evaluators }: ChangedCode): string {
  const [what, which] =
    workflow && evaluators
      ? ["The workflow's sources and the evaluators", 'this runs the deployed versions']
      : workflow
        ? ["The workflow's sources", 'this runs the deployed version']
        : ['The evaluators', 'this runs the deployed versions'];
  return `Warning: ${what} changed since the last deploy; ${which}. Next: wf deploy`;
}

interface TargetRecord {
  readonly manifest: Pick<Manifest, 'app' | 'packages'>;
  readonly target: string;
  readonly dir: string;
  readonly files: readonly string[];
  readonly size: number;
  readonly gzipSize: number;
  readonly nextSteps: readonly string[];
}

export function targetView({ manifest, target, dir, files, size, gzipSize, nextSteps }: TargetRecord): View {
  return [
    toRecord([
      { label: 'app', value: manifest.app },
      { label: 'target', value: target },
      { label: 'folder', value: dir },
      { label: 'files', value: files.filter((file) => !file.endsWith('.map')).join(', ') },
      { label: 'size', value: `${formatBytes(size)}, ${formatBytes(gzipSize)} gzipped` },
      ...packageFields(manifest),
    ]),
    toText(...nextSteps.map((step) => `Next: ${step}`)),
  ];
}

/** Shows how a deployment affects stored configurations; nothing if it does not. */
export function compatibilityBlocks({ breaks, migrated, unused_migrations, moved = [] }: Compatibility): View {
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
    ...(moved.length === 0
      ? []
      : [toTable({ title: 'Values that nobody set', columns: movedColumns, rows: moved.flatMap(toMovedFields) })]),
  ];
}

type MovedField = Omit<MovedDefaults, 'fields'> & MovedDefaults['fields'][number];

function toMovedFields({ fields, ...moved }: MovedDefaults): MovedField[] {
  return fields.map((field) => ({ ...moved, ...field }));
}

const movedColumns: readonly Column<MovedField>[] = [
  {
    header: 'of',
    value: ({ environment, variant_name, revision }) => {
      const name = `${variant_name}@${revision}`;
      return environment === null ? name : `${environment} (${name})`;
    },
  },
  { header: 'field', value: ({ field }) => field },
  { header: 'before', value: ({ before }) => toCell(before) },
  {
    header: 'after',
    value: ({ moves, before, after }) => (moves ? toCell(after) : `${String(toCell(before))} (keeps its bundle)`),
  },
];

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
