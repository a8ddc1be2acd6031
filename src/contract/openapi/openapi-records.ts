import type * as z from 'zod';
import * as apps from '../apps/app.ts';
import * as configs from '../variants/config.ts';
import * as deployments from '../deployments/deployment.ts';
import * as environments from '../environments/environment.ts';
import * as variables from '../environments/variables.ts';
import * as evaluations from '../evaluations/evaluation.ts';
import * as evaluators from '../evaluators/evaluator.ts';
import * as humanEvaluations from '../human-evaluations/human-evaluation.ts';
import * as keys from '../keys/key.ts';
import * as health from '../observe/health.ts';
import * as results from '../evaluations/result.ts';
import * as routes from '../deployments/route-schema.ts';
import * as testsets from '../testsets/testset.ts';
import * as errors from '../validation/validation-error.ts';
import * as variants from '../variants/variant.ts';

/** The named records of the OpenAPI document. */
export const OPENAPI_RECORDS: Readonly<Record<string, z.ZodType>> = {
  AddConfig: configs.AddConfig,
  BaseConfig: configs.BaseConfig,
  CommitConfig: configs.CommitConfig,
  ConfigsOfApp: configs.ConfigsOfApp,
  DeployConfig: configs.DeployConfig,
  NamedConfig: configs.NamedConfig,
  SaveConfig: configs.SaveConfig,
  AddVariantFromBasePayload: variants.AddVariantFromBasePayload,
  AggregatedResult: evaluations.AggregatedResult,
  App: apps.App,
  AppVariantResponse: variants.AppVariantResponse,
  AppVariantRevision: variants.AppVariantRevision,
  Artifact: deployments.Artifact,
  BaseOutput: variants.BaseOutput,
  CheckDeployment: deployments.CheckDeployment,
  Compatibility: deployments.Compatibility,
  ConfigResponse: configs.ConfigResponse,
  CreateApp: apps.CreateApp,
  CreateAppOutput: apps.CreateAppOutput,
  CreatedDeployment: deployments.CreatedDeployment,
  DeployToEnvironment: environments.DeployToEnvironment,
  Deployment: deployments.Deployment,
  EnvironmentOutput: environments.EnvironmentOutput,
  EnvironmentRevision: environments.EnvironmentRevision,
  EnvironmentRevisions: environments.EnvironmentRevisions,
  ErrorBody: errors.ErrorBody,
  Evaluation: evaluations.TestedEvaluation,
  EvaluationIds: evaluations.EvaluationIds,
  EvaluationResults: evaluations.EvaluationResults,
  EvaluationScenario: evaluations.EvaluationScenario,
  EvaluationStatusAnswer: evaluations.EvaluationStatusAnswer,
  Evaluator: evaluators.Evaluator,
  EvaluatorConfig: evaluators.EvaluatorConfig,
  EvaluatorSetting: evaluators.EvaluatorSetting,
  FetchConfig: configs.FetchConfig,
  Health: health.Health,
  HumanEvaluation: humanEvaluations.HumanEvaluation,
  Key: keys.Key,
  MigratedRevision: deployments.MigratedRevision,
  LogLine: deployments.LogLine,
  NewDeployment: deployments.NewDeployment,
  NewService: deployments.NewService,
  NewEvaluation: evaluations.NewEvaluation,
  NewEvaluatorConfig: evaluators.NewEvaluatorConfig,
  NewHumanEvaluation: humanEvaluations.NewHumanEvaluation,
  NewKey: keys.NewKey,
  NewTestset: testsets.NewTestset,
  ImportTestset: testsets.ImportTestset,
  NewTestsetRevision: testsets.NewTestsetRevision,
  UploadTestset: testsets.UploadTestset,
  ParameterBreak: deployments.ParameterBreak,
  Profile: keys.Profile,
  RateLimit: evaluations.RateLimit,
  Reference: configs.Reference,
  Result: results.Result,
  ResultError: results.ResultError,
  RollbackEnvironment: environments.RollbackEnvironment,
  RouteSchema: routes.RouteSchema,
  RunEvaluatorOutput: evaluators.RunEvaluatorOutput,
  RunEvaluatorPayload: evaluators.RunEvaluatorPayload,
  SimpleHumanEvaluation: humanEvaluations.SimpleHumanEvaluation,
  SetVariable: variables.SetVariable,
  SimpleTestset: testsets.SimpleTestset,
  Testset: testsets.Testset,
  TestsetEntry: testsets.TestsetEntry,
  TestsetIds: testsets.TestsetIds,
  TestsetPage: testsets.TestsetPage,
  TestsetRevision: testsets.TestsetRevision,
  TestsetUpdate: testsets.TestsetUpdate,
  UpdateApp: apps.UpdateApp,
  UpdateEvaluatorConfig: evaluators.UpdateEvaluatorConfig,
  UpdateVariantParameters: variants.UpdateVariantParameters,
  UpdatedTestset: testsets.UpdatedTestset,
  ValidationError: errors.ValidationError,
  ValidationErrorItem: errors.ValidationErrorItem,
  EnvironmentVariable: variables.EnvironmentVariable,
  Variable: variables.Variable,
};
