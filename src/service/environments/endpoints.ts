import { configEndpoints } from '../../contract/variants/config-endpoints.ts';
import { environmentEndpoints } from '../../contract/environments/endpoints.ts';
import { serveEndpoints } from '../operation/operation.ts';
import {
  getEnvironmentRevisions,
  listAppEnvironments,
  deployToEnvironment,
  protectEnvironment,
  rollbackEnvironment,
} from './operations/environments.ts';
import {
  getBaseConfig,
  getDeployedConfig,
  getVariantByEnvironment,
  revertDeployment,
  saveBaseConfig,
} from './operations/base-configs.ts';
import {
  addConfig,
  commitConfig,
  deleteConfig,
  deployConfig,
  forkConfig,
  fetchConfig,
  listConfigHistory,
  listConfigs,
} from './operations/configs.ts';
import {
  deleteEnvironmentVariable,
  listEnvironmentVariables,
  setEnvironmentVariable,
  deleteVariable,
  listVariables,
  setVariable,
} from './operations/variables.ts';

/** The endpoints of environments, and configurations by reference, with what each does. One without an operation does not compile. */
export const environments = serveEndpoints(
  { ...configEndpoints, ...environmentEndpoints },
  {
    addConfig,
    fetchConfig,
    forkConfig,
    commitConfig,
    deployConfig,
    deleteConfig,
    listConfigs,
    listConfigHistory,
    getBaseConfig,
    saveBaseConfig,
    getDeployedConfig,
    revertDeployment,
    getVariantByEnvironment,
    listAppEnvironments,
    getEnvironmentRevisions,
    deployToEnvironment,
    rollbackEnvironment,
    protectEnvironment,
    listVariables,
    setVariable,
    deleteVariable,
    listEnvironmentVariables,
    setEnvironmentVariable,
    deleteEnvironmentVariable,
  },
);
