import type { EnvironmentRevisions } from '../../contract/environments/environment.ts';

/** Result of a deployment to an environment. */
export interface DeployedToEnvironment {
  readonly environment: EnvironmentRevisions;
  readonly variantName: string;
  readonly variantRevision: number;
  /** Revision of the environment; `null`: the service does not say. */
  readonly environmentRevision: number | null;
  /** False when the environment already ran exactly this. */
  readonly isChanged: boolean;
  /** Why the result was not read back; `null`: it was. */
  readonly warning: string | null;
}
