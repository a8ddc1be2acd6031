import * as z from 'zod';
import { endpointsOf } from '../endpoint/endpoint.ts';
import {
  AddConfig,
  BaseConfig,
  CommitConfig,
  ConfigResponse,
  ConfigsOfApp,
  DeployConfig,
  FetchConfig,
  NamedConfig,
  SaveConfig,
} from './config.ts';
import { AppVariantResponse } from './variant.ts';

const endpoint = endpointsOf({ tag: 'configurations', source: 'facts §2.3' });

export const configEndpoints = {
  addConfig: endpoint('POST /variants/configs/add', {
    summary: 'Create an empty configuration of an app with one base',
    role: 'author',
    reach: 'its apps',
    body: AddConfig,
    response: ConfigResponse,
  }),
  fetchConfig: endpoint('POST /variants/configs/fetch', {
    summary: 'Fetch the configuration of a variant or of an environment',
    reach: 'its apps',
    body: FetchConfig,
    response: ConfigResponse,
  }),
  forkConfig: endpoint('POST /variants/configs/fork', {
    summary: 'Copy a configuration to a new variant',
    role: 'author',
    reach: 'its apps',
    body: FetchConfig,
    response: ConfigResponse,
  }),
  commitConfig: endpoint('POST /variants/configs/commit', {
    summary: 'Merge parameters into a configuration as a new revision; none reset it',
    role: 'author',
    reach: 'its apps',
    body: CommitConfig,
    isExact: true,
    response: ConfigResponse,
    isConditional: true,
  }),
  deployConfig: endpoint('POST /variants/configs/deploy', {
    summary: 'Deploy a configuration to an environment',
    role: 'operator',
    reach: 'its apps',
    body: DeployConfig,
    response: ConfigResponse,
    isConditional: true,
  }),
  deleteConfig: endpoint('POST /variants/configs/delete', {
    summary: 'Delete a configuration with its variant; the answer is the number 204',
    role: 'author',
    reach: 'its apps',
    body: NamedConfig,
    response: z.int(),
  }),
  listConfigs: endpoint('POST /variants/configs/list', {
    summary: 'List the configurations of an app, each at its newest revision',
    reach: 'its apps',
    body: ConfigsOfApp,
    response: z.array(ConfigResponse),
  }),
  listConfigHistory: endpoint('POST /variants/configs/history', {
    summary: 'List the revisions of a configuration, oldest first',
    reach: 'its apps',
    body: NamedConfig,
    response: z.array(ConfigResponse),
  }),
  getBaseConfig: endpoint('GET /configs', {
    summary: 'Fetch a configuration of a base, by its name or by the environment that runs it',
    source: 'facts §2.4',
    reach: { base: 'base_id' },
    query: z.object({
      base_id: z.string(),
      config_name: z.string().optional(),
      environment_name: z.string().optional(),
    }),
    response: BaseConfig,
  }),
  saveBaseConfig: endpoint('POST /configs', {
    summary:
      'Store a new configuration of a base, or overwrite one and deploy it to production, which takes an operator',
    source: 'facts §2.4',
    role: 'author',
    reach: { base: 'body.base_id' },
    body: SaveConfig,
    isExact: true,
    response: z.null(),
  }),
  getDeployedConfig: endpoint('GET /configs/deployment/{deployment_revision_id}', {
    summary: 'Fetch the configuration of a revision of an environment',
    source: 'facts §2.4',
    reach: 'its apps',
    response: BaseConfig,
  }),
  revertDeployment: endpoint('POST /configs/deployment/{deployment_revision_id}/revert', {
    summary: 'Create a new revision of an environment equal to this one',
    source: 'facts §2.4',
    role: 'operator',
    reach: 'its apps',
    response: z.string(),
  }),
  getVariantByEnvironment: endpoint('GET /apps/get_variant_by_env', {
    summary: 'Fetch the variant that an environment runs, at the revision that it runs',
    source: 'facts §2.1',
    reach: { app: 'app_id' },
    query: z.object({ app_id: z.string(), environment: z.string() }),
    response: AppVariantResponse,
  }),
};
