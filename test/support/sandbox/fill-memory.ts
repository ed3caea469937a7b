/** For tests of memory limits: a Map that exceeds the heap ends the whole process, even from a worker thread. */
export default (): void => {
  const map = new Map<number, number>();
  for (let index = 0; ; index += 1) map.set(index, index);
};
