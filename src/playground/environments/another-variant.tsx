import { useState } from 'react';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import { Button } from '../elements/button.tsx';
import { ChoiceFinder, SelectField } from '../elements/labelled-controls.tsx';
import { useChoices } from '../service/queries.ts';
import { nameRevision } from '../text/format-figures.ts';
import { DeployDialog } from '../environments/deploy-dialog.tsx';
import { DiffView } from '../elements/diff-view.tsx';
import { useRevisionValues } from './what-runs.tsx';

/** Compares what an environment runs with a variant, and deploys that. */
export function AnotherVariant({ environment }: { readonly environment: EnvironmentOutput }) {
  const { app_id, name, deployed_app_variant_revision_id, deployed_variant_revision } = environment;
  const { records, finder } = useChoices('GET /apps/{app_id}/variants', { app_id });
  // As it was when it was chosen: a search hides others, and somebody may save another revision.
  const [chosen, setChosen] = useState<AppVariantResponse | null>(null);
  const [isDeploying, setDeploying] = useState(false);
  const now = useRevisionValues(app_id, {
    id: deployed_app_variant_revision_id,
    revision: deployed_variant_revision ?? null,
  });
  const others = (records ?? []).filter(({ variant_id }) => variant_id !== chosen?.variant_id);
  const options = [...(chosen === null ? [] : [chosen]), ...others].map(
    ({ variant_id, variant_name, revision }) => [variant_id, nameRevision(variant_name, revision)] as const,
  );
  const choose = (id: string) => setChosen(others.find(({ variant_id }) => variant_id === id) ?? null);
  return (
    <section className="part" aria-label="Another variant">
      <h2>Another variant</h2>
      <div className="actions">
        <SelectField
          label="Compare with"
          value={chosen?.variant_id ?? ''}
          options={[['', 'choose…'], ...options]}
          onChange={choose}
        />
        <ChoiceFinder finder={finder} what="variant" />
        {chosen === null ? null : <Button label="Deploy…" context={`to ${name}`} onClick={() => setDeploying(true)} />}
      </div>
      {chosen === null || now === null ? null : <DiffView before={now} after={setValuesOf(chosen)} />}
      {isDeploying && chosen !== null ? (
        <DeployDialog
          variantId={chosen.variant_id}
          variantName={chosen.variant_name}
          revision={chosen.revision}
          environment={name}
          onClose={() => setDeploying(false)}
        />
      ) : null}
    </section>
  );
}
