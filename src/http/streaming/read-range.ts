/** The range of a Range header. Undefined: send everything, as for an invalid header or several ranges. */
export const readRange = (
  header: string | undefined,
  sizeBytes: number,
): { first: number; last: number } | 'unsatisfiable' | undefined => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (sizeBytes === 0) return 'unsatisfiable';
  const end = sizeBytes - 1;
  if (match[1] === '') {
    const suffix = Number(match[2]);
    return suffix === 0 ? 'unsatisfiable' : { first: Math.max(0, sizeBytes - suffix), last: end };
  }
  const first = Number(match[1]);
  const last = match[2] === '' ? end : Math.min(end, Number(match[2]));
  if (match[2] !== '' && Number(match[2]) < first) return undefined;
  return first > end ? 'unsatisfiable' : { first, last };
};
