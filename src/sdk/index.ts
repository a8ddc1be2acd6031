export { ConfigManager } from './config-manager.ts';
export { configSchema } from './config-schema.ts';
export type { ConfigField, ConfigSchema, ConfigShape } from './config-schema.ts';
export { defineConfig } from './define-config.ts';
export { entrypoint } from './entrypoint.ts';
export { evaluator } from './evaluator.ts';
export type { Evaluator, EvaluatorCall, EvaluatorOptions, Verdict } from './evaluator.ts';
export { groupedMultipleChoice } from './grouped-multiple-choice.ts';
export type { ChoiceGroups, GroupedMultipleChoice } from './grouped-multiple-choice.ts';
export { multipleChoice } from './multiple-choice.ts';
export type { MultipleChoice } from './multiple-choice.ts';
export { recordUsage } from './record-usage.ts';
export type { InputSchema, RouteCall, RouteInvocation } from './route-call.ts';
export { route } from './route.ts';
export type { Route, RouteOptions } from './route.ts';
export { routingContextManager } from './routing-context.ts';
export type {
  ConfigurationReference,
  ConfigurationSource,
  RoutingInformation,
  RoutingReference,
} from './routing-context.ts';
export { supportedLlmModels } from './supported-llm-models.ts';
export type { Usage } from './usage.ts';
