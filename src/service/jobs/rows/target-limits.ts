import { type AdaptiveLimit, createAdaptiveLimit } from '../../../evaluation/engine/adaptive-limit.ts';
import { SYSTEM_CLOCK } from '../../../evaluation/engine/engine-clock.ts';
import type { HostedDeployment } from '../../hosting/hosting.ts';

/** What each target bears, as this process learned it. */
export interface TargetLimits {
  /** The limit of what a deployment calls: the same for all evaluations of the same code of an app. */
  of(deployment: HostedDeployment): AdaptiveLimit;
}

/** Evaluations of several variants call the same target: what one learns, all heed. */
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

/** Names what is called. */
export function targetOf({ app_id, url, artifact_sha256 }: HostedDeployment): string {
  return url === null ? `${app_id}/${artifact_sha256}` : new URL(url).origin;
}
