/**
 * Version of the interface, in the `Wf-Version` header of every answer and in the OpenAPI page. It changes when an
 * endpoint or a required field goes or changes its meaning; what is only added does not change it.
 *
 * @source design §5, version (ours)
 */
export const INTERFACE_VERSION = '1';
