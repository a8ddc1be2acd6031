import { evaluatorEndpoints } from '../../contract/evaluators/evaluator.ts';
import { serveEndpoints } from '../operation/operation.ts';
import {
  createEvaluatorConfig,
  deleteEvaluatorConfig,
  getEvaluatorConfig,
  listEvaluatorConfigs,
  listEvaluators,
  mapEvaluatorInputs,
  runEvaluator,
  updateEvaluatorConfig,
} from './operations.ts';

/** The endpoints of evaluators, with what each does. One without an operation does not compile. */
export const evaluators = serveEndpoints(evaluatorEndpoints, {
  listEvaluators,
  mapEvaluatorInputs,
  runEvaluator,
  listEvaluatorConfigs,
  createEvaluatorConfig,
  getEvaluatorConfig,
  updateEvaluatorConfig,
  deleteEvaluatorConfig,
});
