import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { replaceAddress, toHash } from '../address/address.ts';
import { SelectField } from '../elements/labelled-controls.tsx';
import { EmptyState, Notice } from '../elements/notices.tsx';
import { FoldedCommands } from '../elements/terminal-command.tsx';
import { RecordList } from '../elements/record-tables.tsx';
import {
  isFiltered,
  labelColumn,
  LabelTags,
  ListFilter,
  type ListQuery,
  type Order,
  toConditions,
  toListCommand,
} from '../labels/list-filter.tsx';
import { useRecordList } from '../service/use-record-list.ts';
import { countText, formatTime } from '../text/format-figures.ts';
import { showName } from '../text/show-name.ts';
import { useWorkspace, type Workspace } from '../workspace/workspace.ts';

const PAGE_SIZE = 100;

export function VariantList({ appId, query }: { readonly appId: string; readonly query: ListQuery }) {
  const workspace = useWorkspace();
  const { appName, bases, environments } = workspace;
  const { base = '', env = '', sort = '' } = query;
  const { records, total, isStale, error, loadMore } = useRecordList(
    'GET /apps/{app_id}/variants',
    {
      app_id: appId,
      total: 'true',
      ...toConditions(query),
      ...(base === '' ? {} : { base_name: base }),
      ...(env === '' ? {} : { environment: env }),
      ...toOrder(sort),
    },
    { limit: PAGE_SIZE },
  );
  const filter = (change: ListQuery) =>
    replaceAddress({ page: 'variants', app: appName, id: null, query: { ...query, ...change } });
  return (
    <>
      <h1>Variants</h1>
      {total === 0 && !isFiltered(query) && error === null ? (
        <NoVariants />
      ) : (
        <>
          <ListFilter query={query} onQuery={filter}>
            {bases.length < 2 ? null : (
              <SelectField
                label="Base"
                value={base}
                options={[['', 'any'], ...bases]}
                onChange={(value) => filter({ base: value })}
              />
            )}
            <SelectField
              label="Runs in"
              value={env}
              options={[['', 'any'], ...environments.map(({ name }) => name)]}
              onChange={(value) => filter({ env: value })}
            />
            <SelectField label="Order" value={sort} options={ORDERS} onChange={(value) => filter({ sort: value })} />
          </ListFilter>
          <FoldedCommands commands={[commandOf(query, workspace)]} />
          {total === null || error !== null ? <Notice error={error}>Loading…</Notice> : null}
          {total === null ? null : (
            <p className="faint" role="status">
              {countText(total, 'variant')}
            </p>
          )}
          {records.length === 0 ? null : (
            <RecordList
              label="Variants"
              columns={columnsOf(workspace, records)}
              records={records}
              total={total}
              keyOf={({ variant_id }) => variant_id}
              cellsOf={(variant) => cellsOf(workspace, variant)}
              isStale={isStale}
              onNearEnd={loadMore}
            />
          )}
        </>
      )}
    </>
  );
}

const ORDERS = [
  ['', 'oldest first'],
  ['newest', 'newest first'],
  ['updated', 'last changed first'],
  ['name', 'by name'],
] as const;

function toOrder(sort: string): Order<'updated' | 'name'> {
  if (sort === 'newest') return { order: 'desc' };
  if (sort === 'updated') return { sort, order: 'desc' };
  return sort === 'name' ? { sort } : {};
}

function commandOf(query: ListQuery, { appFlag }: Workspace): string {
  const { base = '', env = '', sort = '' } = query;
  const flags = { '--app': appFlag, '--base': base, '--env': env };
  return toListCommand(['wf', 'variants', 'list'], query, toOrder(sort), flags);
}

function columnsOf({ bases }: Workspace, variants: readonly AppVariantResponse[]) {
  return [
    { label: 'Variant' },
    { label: 'Revision', rem: 6, isNumber: true },
    ...(bases.length > 1 ? [{ label: 'Base' }] : []),
    { label: 'Runs in' },
    ...labelColumn(variants),
    { label: 'Changed', rem: 14 },
  ];
}

function cellsOf({ appName, environments }: Workspace, variant: AppVariantResponse) {
  const { variant_id, variant_name, base_name, revision, updated_at } = variant;
  return {
    Variant: (
      <a href={toHash({ page: 'variants', app: appName, id: variant_id })} title={variant_name}>
        {showName(variant_name)}
      </a>
    ),
    Revision: revision,
    Changed: <span className="faint">{formatTime(updated_at ?? '')}</span>,
    Base: <span className="faint">{base_name}</span>,
    Labels: <LabelTags record={variant} page="variants" />,
    'Runs in': environments
      .filter(({ deployed_app_variant_id }) => deployed_app_variant_id === variant_id)
      .map(({ name }) => (
        <a key={name} className="tag good" href={toHash({ page: 'environments', app: appName, name })}>
          {name}
        </a>
      )),
  };
}

export function NoVariants() {
  return (
    <EmptyState title="No variants yet" command="wf deploy">
      A variant is a named configuration of the workflow. The first deploy creates one.
    </EmptyState>
  );
}
