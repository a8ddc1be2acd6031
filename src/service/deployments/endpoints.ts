import { deploymentEndpoints, runningCodeEndpoints } from '../../contract/deployments/endpoints.ts';
import { serveEndpoints } from '../operation/operation.ts';
import {
  addVariantFromService,
  checkDeployment,
  listDeployments,
  listRoutes,
  listLogs,
} from './operations/deployments.ts';
import { getArtifact, headArtifact, listMissingArtifacts, putArtifact } from './operations/artifacts.ts';
import { createDeployment } from './operations/create-deployment.ts';
import { getVariantLogs, restartContainer, startVariant, updateVariantUrl } from './operations/running-code.ts';

/** The endpoints of deployments and their code, with what each does. One without an operation does not compile. */
export const deployments = serveEndpoints(
  { ...deploymentEndpoints, ...runningCodeEndpoints },
  {
    putArtifact,
    getArtifact,
    headArtifact,
    listMissingArtifacts,
    createDeployment,
    addVariantFromService,
    checkDeployment,
    listDeployments,
    listRoutes,
    listLogs,
    startVariant,
    restartContainer,
    updateVariantUrl,
    getVariantLogs,
  },
);
