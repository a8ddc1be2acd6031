export type { ChatMessage } from '../contract/deployments/kinds/chat-messages.ts';
export { ConfigManager } from './context/config-manager.ts';
export { type ConfigField, type ConfigSchema, configSchema, type ConfigShape } from './config/config-schema.ts';
export { defineConfig } from './settings/define-config.ts';
export {
  type Evaluator,
  evaluator,
  type EvaluatorCall,
  type EvaluatorOptions,
  type Judgement,
  type ScoreRange,
  type Verdict,
} from './evaluators/evaluator.ts';
export {
  type ChoiceGroups,
  type GroupedMultipleChoice,
  groupedMultipleChoice,
  type MultipleChoice,
  multipleChoice,
} from './config/choices.ts';
export {
  type ChatMessages,
  chatMessages,
  fillMessages,
  type OutputSchema,
  outputSchema,
  type Tools,
  tools,
} from './config/structured-fields.ts';
export type { InputSchema, RouteCall, RouteInvocation } from './routes/route-definition.ts';
export { entrypoint, type Route, route, type RouteOptions } from './routes/route.ts';
export {
  type ConfigurationReference,
  type ConfigurationSource,
  recordUsage,
  routingContextManager,
  type RoutingInformation,
  type RoutingReference,
} from './context/routing-context.ts';
export { supportedLlmModels } from './config/supported-llm-models.ts';
export type { ToolDefinition } from '../contract/deployments/kinds/tool-definitions.ts';
export type { Usage, UsageDetail, UsageDetails } from './context/routing-context.ts';
