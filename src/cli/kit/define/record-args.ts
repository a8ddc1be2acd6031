import * as Args from './args.ts';

/** The argument of commands about one evaluation. */
export const EVALUATION_ARG = {
  id: Args.string({
    names: 'evaluation',
    required: true,
    description: "Id or id prefix, or a variant's name for its newest evaluation.",
  }),
};

/** The argument of commands about one human evaluation. */
export const HUMAN_EVALUATION_ARG = {
  id: Args.string({ names: 'human evaluation', required: true, description: 'Id or id prefix.' }),
};

/** The argument of commands about one environment. */
export const ENVIRONMENT_ARG = {
  environment: Args.string({ names: 'environment', required: true, description: 'Name of the environment.' }),
};

/** The argument of commands about one variant, whichever its revision. */
export const VARIANT_ARG = {
  variant: Args.string({ names: 'variant', required: true, description: 'Name, id or id prefix.' }),
};

/** The argument of commands about one revision of a test set. */
export const TESTSET_REVISION_ARG = {
  testset: Args.string({
    names: 'testset',
    required: true,
    description: 'Name, id or id prefix, @N for a revision.',
  }),
};

/** The argument of commands that call a route. */
export const ROUTE_ARG = {
  route: Args.string({ names: 'route', required: true, description: 'Path of the route; / is the entrypoint.' }),
};

/** The argument of commands about one profile. */
export const PROFILE_ARG = {
  name: Args.string({ names: 'profile', required: true, description: 'Name of the profile.' }),
};

/** The argument of commands that work in the folder of a project. */
export const PROJECT_FOLDER_ARG = { dir: Args.string({ description: 'Folder of the project.' }) };
