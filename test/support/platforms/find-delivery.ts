import { eventually } from '../time/eventually.ts';
import type { ConnectionStage } from './with-connection.ts';

/** Waits for a delivery with this status and returns the newest one. */
export const findDelivery = async (
  { manage, path }: Pick<ConnectionStage, 'manage' | 'path'>,
  status: string,
) => {
  let found: { id: string; error: string | null } | undefined;
  await eventually(`a delivery is ${status}`, async () => {
    const list = await manage('GET', `${path.split('/agents/')[0]}/deliveries?status=${status}`);
    found = list.body.items[0];
    return found !== undefined;
  });
  return found!;
};
