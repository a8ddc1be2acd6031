import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { PageHead } from '../elements/page-head.tsx';
import { EmptyState, Notice } from '../elements/notices.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { useRequest } from '../service/queries.ts';
import { toCommand } from '../text/to-command.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { AnotherVariant } from './another-variant.tsx';
import { Gates } from './gates.tsx';
import { HistoryTable } from './history-table.tsx';
import { Variables } from './variables.tsx';
import { WhatRuns } from './what-runs.tsx';

/** Revisions of the history that are shown. */
const NEWEST = 100;

/** An environment: what it runs and why, what could run instead, its gates, its variables and its history. */
export function EnvironmentView({ environment }: { readonly environment: EnvironmentOutput }) {
  const { appName, appFlag } = useWorkspace();
  const { name, app_id } = environment;
  const { value, error } = useRequest('GET /apps/{app_id}/revisions/{environment_name}', {
    app_id,
    environment_name: name,
    limit: NEWEST,
  });
  const revisions = value?.revisions ?? [];
  return (
    <>
      <PageHead title={name} back={{ page: 'environments', app: appName, name: null }} />
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      {value?.revisions.length === 0 ? <NothingYet name={name} /> : null}
      {revisions.length === 0 ? null : <WhatRuns environment={environment} revisions={revisions} />}
      <AnotherVariant environment={environment} />
      <Gates environment={environment} revisions={revisions} />
      <Variables environment={environment} />
      {revisions.length === 0 ? null : (
        <section className="part" aria-label="History">
          <h2>History</h2>
          <HistoryTable environment={environment} revisions={revisions} />
          {(environment.revision ?? 0) > revisions.length ? (
            <>
              <p className="faint">The newest {revisions.length} revisions. All of them:</p>
              <TerminalCommand command={toCommand(['wf', 'env', 'revisions'], { '--app': appFlag }, [name])} />
            </>
          ) : null}
        </section>
      )}
    </>
  );
}

function NothingYet({ name }: { readonly name: string }) {
  const { variant } = useWorkspace();
  const command = toCommand(['wf', 'env', 'deploy', name, '--variant', variant?.variant_name ?? 'VARIANT']);
  return (
    <EmptyState title="Nothing deployed here yet" command={command}>
      Deploy a variant from its page, from the playground, or with this command.
    </EmptyState>
  );
}
