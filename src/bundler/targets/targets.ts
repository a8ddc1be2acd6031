import { cloudflareTarget } from './cloudflare.ts';
import { containerTarget } from './container.ts';
import { lambdaTarget } from './lambda.ts';
import { nodeTarget } from './node.ts';
import type { Target } from './target.ts';

/** The platforms of `wf build --target`. */
export const TARGETS = {
  node: nodeTarget,
  container: containerTarget,
  cloudflare: cloudflareTarget,
  lambda: lambdaTarget,
} as const satisfies Record<string, Target>;
