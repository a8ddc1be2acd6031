/**
 * Version of the interface, in the `Wf-Version` header of every response and in the OpenAPI document. It changes if an
 * endpoint or a required field is removed or changes its meaning, but not if something is added.
 *
 * @source design §5, version (ours)
 */
export const INTERFACE_VERSION = '1';
