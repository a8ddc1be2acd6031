/** Names the owner of a webhook's secret: it opens for that webhook only. */
export function ownerOfWebhook(id: string): string {
  return `webhook ${id}`;
}
