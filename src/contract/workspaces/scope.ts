/**
 * Ids of the one organisation and the one workspace that a service has. They are the same in every service, because they
 * distinguish nothing: clients of the public service send them back, or file records under them.
 *
 * @source facts §2.9 (ours: the ids)
 */
export const ORGANIZATION_ID = '01930000-0000-7000-8000-00000000000a';
export const WORKSPACE_ID = '01930000-0000-7000-8000-00000000000b';

/** The ids in every record that may carry them. @source seed §2.4, §2.6 */
export const SCOPE = { organization_id: ORGANIZATION_ID, workspace_id: WORKSPACE_ID } as const;
