export { chatMessages, fillMessages } from './config/chat-messages.ts';
export type { ChatMessages } from './config/chat-messages.ts';
export type { ChatMessage } from '../contract/deployments/kinds/chat-messages.ts';
export { ConfigManager } from './context/config-manager.ts';
export { configSchema } from './config/config-schema.ts';
export type { ConfigField, ConfigSchema, ConfigShape } from './config/config-schema.ts';
export { defineConfig } from './settings/define-config.ts';
export { entrypoint } from './routes/route.ts';
export { evaluator } from './evaluators/evaluator.ts';
export type {
  Evaluator,
  EvaluatorCall,
  EvaluatorOptions,
  Judgement,
  ScoreRange,
  Verdict,
} from './evaluators/evaluator.ts';
export { groupedMultipleChoice } from './config/choices.ts';
export type { ChoiceGroups, GroupedMultipleChoice } from './config/choices.ts';
export { multipleChoice } from './config/choices.ts';
export type { MultipleChoice } from './config/choices.ts';
export { outputSchema } from './config/structured-fields.ts';
export type { OutputSchema } from './config/structured-fields.ts';
export { recordUsage } from './context/routing-context.ts';
export type { InputSchema, RouteCall, RouteInvocation } from './routes/route-definition.ts';
export { route } from './routes/route.ts';
export type { Route, RouteOptions } from './routes/route.ts';
export { routingContextManager } from './context/routing-context.ts';
export type {
  ConfigurationReference,
  ConfigurationSource,
  RoutingInformation,
  RoutingReference,
} from './context/routing-context.ts';
export { supportedLlmModels } from './config/supported-llm-models.ts';
export { tools } from './config/structured-fields.ts';
export type { Tools } from './config/structured-fields.ts';
export type { ToolDefinition } from '../contract/deployments/kinds/tool-definitions.ts';
export type { Usage } from './context/usage.ts';
