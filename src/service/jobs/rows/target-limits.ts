import { type AdaptiveLimit, createAdaptiveLimit } from '../../../evaluation/engine/adaptive-limit.ts';
import { SYSTEM_CLOCK } from '../../../evaluation/engine/engine-clock.ts';
import type { HostedDeployment } from '../../hosting/hosting.ts';

/** The call limits that this process learned for each target. */
export interface TargetLimits {
  /** The limit of a deployment's target, shared by all evaluations of the same code of an app. */
  of(deployment: HostedDeployment): AdaptiveLimit;
}

/** Creates limits that all evaluations which call the same target share. */
export function createTargetLimits(): TargetLimits {
  const limits = new Map<string, AdaptiveLimit>();
  return {
    of(deployment) {
      const target = targetOf(deployment);
      const limit = limits.get(target) ?? createAdaptiveLimit(SYSTEM_CLOCK);
      limits.set(target, limit);
      return limit;
    },
  };
}

/** Names the target of a deployment. */
export function targetOf({ app_id, url, artifact_sha256 }: HostedDeployment): string {
  return url === null ? `${app_id}/${artifact_sha256}` : new URL(url).origin;
}
