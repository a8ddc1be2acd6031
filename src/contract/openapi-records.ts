import type * as z from 'zod';
import { App, CreateApp, CreateAppOutput, UpdateApp } from './records/app.ts';
import { ConfigResponse, FetchConfig, Reference } from './records/config.ts';
import {
  Artifact,
  CheckDeployment,
  Compatibility,
  CreatedDeployment,
  Deployment,
  MigratedRevision,
  NewDeployment,
  ParameterBreak,
} from './records/deployment.ts';
import {
  DeployToEnvironment,
  EnvironmentOutput,
  EnvironmentRevision,
  EnvironmentRevisions,
  RollbackEnvironment,
} from './records/environment.ts';
import {
  AggregatedResult,
  Evaluation,
  EvaluationIds,
  EvaluationResults,
  EvaluationScenario,
  EvaluationStatusAnswer,
  NewEvaluation,
  RateLimit,
} from './records/evaluation.ts';
import {
  Evaluator,
  EvaluatorConfig,
  EvaluatorSetting,
  NewEvaluatorConfig,
  RunEvaluatorOutput,
  RunEvaluatorPayload,
  UpdateEvaluatorConfig,
} from './records/evaluator.ts';
import { HumanEvaluation, NewHumanEvaluation, SimpleHumanEvaluation } from './records/human-evaluation.ts';
import { Health, Key, NewKey, Profile } from './records/key.ts';
import { Result, ResultError } from './records/result.ts';
import { RouteSchema } from './records/route-schema.ts';
import { NewTestset, SimpleTestset, Testset, TestsetEntry, TestsetIds, UpdatedTestset } from './records/testset.ts';
import { LogLine } from './records/log.ts';
import { SetVariable, Variable } from './records/variable.ts';
import { ErrorBody, ValidationError, ValidationErrorItem } from './records/validation-error.ts';
import {
  AddVariantFromBasePayload,
  AppVariantResponse,
  AppVariantRevision,
  BaseOutput,
  UpdateVariantParameters,
} from './records/variant.ts';

/** The records that have a name in the OpenAPI page. */
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
  Evaluation,
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
  UpdateApp,
  UpdateEvaluatorConfig,
  UpdateVariantParameters,
  UpdatedTestset,
  ValidationError,
  ValidationErrorItem,
  Variable,
};
