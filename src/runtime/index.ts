export { createEvaluatorApp } from './create-evaluator-app.ts';
export { createWorkflowApp } from './create-workflow-app.ts';
export type { WorkflowApp, WorkflowAppOptions } from './create-workflow-app.ts';
export { serveWorkflow } from './serve-workflow.ts';
export type { ConfigurationReference, ConfigurationSource } from '../sdk/routing-context.ts';
