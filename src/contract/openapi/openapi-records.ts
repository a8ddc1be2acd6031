import type * as z from 'zod';
import { App, CreateApp, CreateAppOutput, UpdateApp } from '../apps/app.ts';
import { ConfigResponse, FetchConfig, Reference } from '../variants/config.ts';
import {
  Artifact,
  CheckDeployment,
  Compatibility,
  CreatedDeployment,
  Deployment,
  MigratedRevision,
  NewDeployment,
  ParameterBreak,
} from '../deployments/deployment.ts';
import {
  DeployToEnvironment,
  EnvironmentOutput,
  EnvironmentRevision,
  EnvironmentRevisions,
  RollbackEnvironment,
} from '../environments/environment.ts';
import {
  AggregatedResult,
  EvaluationIds,
  EvaluationResults,
  EvaluationScenario,
  EvaluationStatusAnswer,
  NewEvaluation,
  RateLimit,
  TestedEvaluation,
} from '../evaluations/evaluation.ts';
import {
  Evaluator,
  EvaluatorConfig,
  EvaluatorSetting,
  NewEvaluatorConfig,
  RunEvaluatorOutput,
  RunEvaluatorPayload,
  UpdateEvaluatorConfig,
} from '../evaluators/evaluator.ts';
import { HumanEvaluation, NewHumanEvaluation, SimpleHumanEvaluation } from '../human-evaluations/human-evaluation.ts';
import { Key, NewKey } from '../keys/key.ts';
import { Profile } from '../keys/profile.ts';
import { Health } from '../observe/health.ts';
import { Result, ResultError } from '../evaluations/result.ts';
import { RouteSchema } from '../deployments/route-schema.ts';
import {
  NewTestset,
  NewTestsetRevision,
  SimpleTestset,
  Testset,
  TestsetEntry,
  TestsetIds,
  TestsetPage,
  TestsetRevision,
  TestsetUpdate,
  UpdatedTestset,
} from '../testsets/testset.ts';
import { LogLine } from '../deployments/log.ts';
import { EnvironmentVariable, SetVariable, Variable } from '../environments/variable.ts';
import { ErrorBody, ValidationError, ValidationErrorItem } from '../validation/validation-error.ts';
import {
  AddVariantFromBasePayload,
  AppVariantResponse,
  AppVariantRevision,
  BaseOutput,
  UpdateVariantParameters,
} from '../variants/variant.ts';

/** The named records of the OpenAPI document. */
export const OPENAPI_RECORDS: Readonly<Record<string, z.ZodType>> = {
  AddVariantFromBasePayload,
  AggregatedResult,
  App,
  AppVariantResponse,
  AppVariantRevision,
  Artifact,
  BaseOutput,
  CheckDeployment,
  Compatibility,
  ConfigResponse,
  CreateApp,
  CreateAppOutput,
  CreatedDeployment,
  DeployToEnvironment,
  Deployment,
  EnvironmentOutput,
  EnvironmentRevision,
  EnvironmentRevisions,
  ErrorBody,
  Evaluation: TestedEvaluation,
  EvaluationIds,
  EvaluationResults,
  EvaluationScenario,
  EvaluationStatusAnswer,
  Evaluator,
  EvaluatorConfig,
  EvaluatorSetting,
  FetchConfig,
  Health,
  HumanEvaluation,
  Key,
  MigratedRevision,
  LogLine,
  NewDeployment,
  NewEvaluation,
  NewEvaluatorConfig,
  NewHumanEvaluation,
  NewKey,
  NewTestset,
  NewTestsetRevision,
  ParameterBreak,
  Profile,
  RateLimit,
  Reference,
  Result,
  ResultError,
  RollbackEnvironment,
  RouteSchema,
  RunEvaluatorOutput,
  RunEvaluatorPayload,
  SimpleHumanEvaluation,
  SetVariable,
  SimpleTestset,
  Testset,
  TestsetEntry,
  TestsetIds,
  TestsetPage,
  TestsetRevision,
  TestsetUpdate,
  UpdateApp,
  UpdateEvaluatorConfig,
  UpdateVariantParameters,
  UpdatedTestset,
  ValidationError,
  ValidationErrorItem,
  EnvironmentVariable,
  Variable,
};
