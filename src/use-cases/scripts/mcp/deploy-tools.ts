import * as z from 'zod';
import { isWfError } from '../../../foundation/errors/wf-error.ts';
import { deployWorkflow, type DeployResult } from '../../deployments/deploy-workflow.ts';
import { findRefusal } from '../../deployments/find-refusal.ts';
import { startTypeCheck } from '../../develop/types/start-type-check.ts';
import { describeForAssistant } from './describe-for-assistant.ts';
import { type Tool, tool, type ToolContext } from './tool.ts';

const Deploy = z.object({
  variant: z.string().optional().describe("Variant to bind the code to. Default: the project's."),
  environment: z.string().optional().describe('Environment to deploy to in the same step, as in production.'),
  migrations: z
    .array(z.string())
    .optional()
    .describe(
      'Fixes for stored configurations that the new code rejects: rename:old=new, default:field, clamp:field, map:field:from=to or drop:field.',
    ),
  accept_breaking: z
    .boolean()
    .optional()
    .describe('Whether to deploy even if environments run what the new code rejects; they keep their old code.'),
});

/** Builds in the project's folder, and changes nothing that is stored. */
export const PLAN_DEPLOY: Tool = tool({
  name: 'plan_deploy',
  description:
    "Build the project's workflow here and show what deploying it would change: routes, stored configurations that would break, type errors. Changes nothing.",
  input: Deploy,
  writes: false,
  run: async (input, context) => await deploy(input, context, true),
});

/** Puts the project's code on the service. */
export const DEPLOY: Tool = tool({
  name: 'deploy',
  description:
    "Build the project's workflow here and deploy it, as plan_deploy showed. Fails if an environment runs a configuration that the new code rejects.",
  input: Deploy.extend({
    message: z.string().optional().describe("Reason, stored with the environment's revision."),
  }),
  writes: true,
  run: async (input, context) => await deploy(input, context, false),
});

type Given = z.output<typeof Deploy> & { readonly message?: string | undefined };

async function deploy(given: Given, context: ToolContext, plan: boolean) {
  const project = await context.project();
  const { variant = project.variant, environment, migrations = [], accept_breaking: acceptBreaking = false } = given;
  using types = startTypeCheck({ root: project.root, asked: null, env: context.env });
  const deployed = await deployWorkflow({
    ...project,
    client: context.client,
    variant,
    environment: environment ?? null,
    message: given.message ?? null,
    migrations,
    acceptBreaking,
    plan,
    types,
  });
  return {
    ...withoutSchemas(deployed),
    types: await types.report,
    ...(plan ? { refused: refusalOf(deployed, acceptBreaking) } : {}),
  };
}

/** The schemas are long; list_routes has them. */
function withoutSchemas({ routes, ...deployed }: DeployResult) {
  return { ...deployed, routes: routes.map(({ path }) => path) };
}

/** Why the deploy would fail; `null`: it would not. */
function refusalOf({ compatibility }: DeployResult, isAccepted: boolean): string | null {
  const refusal = findRefusal(compatibility, isAccepted);
  return isWfError(refusal) ? describeForAssistant(refusal) : null;
}
