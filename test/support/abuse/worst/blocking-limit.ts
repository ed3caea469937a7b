const limitMs = 200;
/** The limit in parses of the reference document. Work that grows with the square of its input needs hundreds. */
const parsesInLimit = 50;
const samples = 15;

const reference = JSON.stringify(
  Array.from({ length: 10_000 }, (_, index) => ({
    name: `field ${index}`,
    values: [index, index * 2, `text ${index}`],
    isEven: index % 2 === 0,
  })),
);

const parseMs = (): number => {
  const before = process.threadCpuUsage();
  JSON.parse(reference);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

/**
 * How long the event loop may be blocked: 200 ms, and more on a core that is slow at the moment. A virtual machine that
 * shares its cores and caches needs twice the CPU time for the same work, which is no fault of the service.
 */
export const readBlockingLimit = (): number => {
  const times = Array.from({ length: samples }, parseMs).sort((a, b) => a - b);
  return Math.max(limitMs, parsesInLimit * times[samples >> 1]!);
};
