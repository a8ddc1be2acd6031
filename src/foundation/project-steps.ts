/** Advice of commands that read a project's source. Whoever calls a service may be in another folder. */
export const ROUTES_STEP = "wf routes, in the project's folder";
export const DEPLOY_STEP = "wf deploy, in the project's folder";
