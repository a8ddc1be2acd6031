import * as z from 'zod';
import { createVariant } from '../../variants/create-variant.ts';
import { deployToEnvironment } from '../../environments/deploy-to-environment.ts';
import { rollbackEnvironment } from '../../environments/rollback-environment.ts';
import { updateVariant } from '../../variants/update-variant.ts';
import type { Written } from '../../records/read-back.ts';
import { appOf, inApp, type Tool, tool } from './tool.ts';

const parameters = z
  .record(z.string(), z.unknown())
  .describe('Values of the configuration, by field; those of one route under its path, as {"/route": {"field": 1}}.');

/** Tools that change stored data, available only with `--allow-writes`. */
export const WRITE_TOOLS: readonly Tool[] = [
  tool({
    name: 'create_variant',
    description: 'Create a variant from the defaults of the code, or from another variant.',
    input: inApp.extend({ name: z.string(), from: z.string().optional(), parameters: parameters.optional() }),
    writes: true,
    run: async (input, context) => {
      const created = await createVariant({
        client: context.client,
        app: appOf(input, context),
        name: input.name,
        base: null,
        from: input.from ?? null,
        configName: null,
        parameters: input.parameters ?? {},
        assignments: [],
      });
      return toResult(created);
    },
  }),
  tool({
    name: 'update_variant',
    description: 'Change parameters of a variant, as a new revision.',
    input: inApp.extend({
      variant: z.string(),
      parameters,
      unset: z.array(z.string()).describe('Fields, or /route:field for one route.').optional(),
    }),
    writes: true,
    run: async (input, context) => {
      const updated = await updateVariant({
        client: context.client,
        app: appOf(input, context),
        variant: input.variant,
        parameters: input.parameters,
        assignments: [],
        unset: input.unset ?? [],
      });
      return toResult(updated);
    },
  }),
  tool({
    name: 'deploy_to_environment',
    description: 'Deploy a variant to an environment.',
    input: inApp.extend({ environment: z.string(), variant: z.string().describe('NAME or NAME@REVISION.') }),
    writes: true,
    run: async (input, context) => {
      const { client } = context;
      const { environment, warning } = await deployToEnvironment({ ...input, client, app: appOf(input, context) });
      return toResult({ record: environment, warning });
    },
  }),
  tool({
    name: 'rollback_environment',
    description: 'Restore an earlier revision of an environment.',
    input: inApp.extend({ environment: z.string(), to: z.int().min(1).optional() }),
    writes: true,
    run: async (input, context) =>
      toResult(
        await rollbackEnvironment({
          client: context.client,
          app: appOf(input, context),
          environment: input.environment,
          to: input.to ?? null,
        }),
      ),
  }),
];

function toResult<Record extends object>({ record, warning }: Written<Record>) {
  return warning === null ? record : { ...record, warning };
}
