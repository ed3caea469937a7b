/** Per agent. With the usual settings of a few kilobytes, only the number matters. */
export const versionLimits = { count: 500, bytes: 64 * 1024 * 1024 };

/**
 * The versions that exceed the limits, oldest first. The newest ones are kept, and always those of `inUse`.
 * @param versions newest first.
 */
export const chooseRemoved = (
  versions: readonly { version: number; bytes: number }[],
  inUse: readonly (number | null)[],
  limits = versionLimits,
): number[] => {
  const isUsed = ({ version }: { version: number }): boolean => inUse.includes(version);
  const used = versions.filter(isUsed);
  let count = used.length;
  let bytes = used.reduce((sum, one) => sum + one.bytes, 0);
  const removed: number[] = [];
  for (const one of versions.filter((version) => !isUsed(version))) {
    count += 1;
    bytes += one.bytes;
    // Once a version is removed, so are all before it: a gap in the history would be harder to understand.
    if (removed.length > 0 || count > limits.count || bytes > limits.bytes) removed.push(one.version);
  }
  return removed.reverse();
};
