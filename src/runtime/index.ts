export { createEvaluatorApp } from './app/create-evaluator-app.ts';
export { createWorkflowApp } from './app/create-workflow-app.ts';
export type { WorkflowApp, WorkflowAppOptions } from './app/create-workflow-app.ts';
export { serveWorkflow } from './app/serve-workflow.ts';
export type { ConfigurationReference, ConfigurationSource } from '../sdk/context/routing-context.ts';
