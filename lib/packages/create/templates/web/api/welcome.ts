import type { EventOf } from '@gatehouse-auth/server';

/** Called for every new user. Delivery is at least once: `detail.id` tells an event that was delivered before. */
export async function handler({ detail }: EventOf<'svc.registered'>): Promise<void> {
  console.log(`welcome ${detail.userId} of ${detail.tenantId}`);
}
