/** Marker in all data of the first tenant. The second tenant must never read it. */
export const canary = 'zebrafinch';
