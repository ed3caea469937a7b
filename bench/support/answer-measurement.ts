/** What the parent of a child process can ask it: 'memory' or 'cpu'. */
export const answerMeasurement = (message: unknown): boolean => {
  if (message === 'memory') {
    process.send?.({ rssBytes: process.memoryUsage.rss() });
    return true;
  }
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000 });
    return true;
  }
  return false;
};
