import type { Role } from '../endpoint/role.ts';

/** Actions as the public service names them, and the lowest role whose keys may do them here. @source public client */
export const ROLE_OF_PERMISSION = {
  read_system: 'viewer',
  run_service: 'viewer',
  view_application: 'viewer',
  view_app_environment_deployment: 'viewer',
  view_evaluation: 'viewer',
  view_testset: 'viewer',
  view_workspace: 'viewer',
  create_application: 'author',
  edit_application: 'author',
  create_app_variant: 'author',
  delete_app_variant: 'author',
  delete_application_variant: 'author',
  modify_variant_configurations: 'author',
  create_testset: 'author',
  edit_testset: 'author',
  delete_testset: 'author',
  create_evaluation: 'author',
  edit_evaluation: 'author',
  delete_evaluation: 'author',
  run_evaluations: 'author',
  delete_application: 'operator',
  deploy_application: 'operator',
  create_app_environment_deployment: 'operator',
  edit_app_environment_deployment: 'operator',
} as const satisfies Readonly<Record<string, Role>>;

export type Permission = keyof typeof ROLE_OF_PERMISSION;

// The table's keys are its names.
export const PERMISSIONS = Object.keys(ROLE_OF_PERMISSION) as [Permission, ...Permission[]];

export function isPermission(action: string): action is Permission {
  return Object.hasOwn(ROLE_OF_PERMISSION, action);
}
