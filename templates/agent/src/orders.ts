export interface Order {
  readonly item: string;
  readonly status: 'packing' | 'shipped' | 'delivered';
  readonly arrives: string;
}

/** In place of your database or service. */
const ORDERS: ReadonlyMap<string, Order> = new Map([
  ['A-1001', { item: 'city bicycle', status: 'shipped', arrives: 'on Tuesday' }],
  ['A-1002', { item: 'helmet', status: 'packing', arrives: 'in three to five days' }],
  ['A-1003', { item: 'bicycle lock', status: 'delivered', arrives: 'yesterday' }],
]);

/** Finds an order; `null` if no order has the number. */
export async function findOrder(number: string): Promise<Order | null> {
  return ORDERS.get(number.trim().toUpperCase()) ?? null;
}
