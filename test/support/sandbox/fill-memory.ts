/** For the tests of the limits: a Map that outgrows the heap ends a whole process, also from a worker thread. */
export default (): void => {
  const map = new Map<number, number>();
  for (let index = 0; ; index += 1) map.set(index, index);
};
