/** Rows that are processed in one tick. */
const rowsPerBatch = 200;

/** Processes a list in batches and lets the event loop run between them. */
export const inBatches = async <Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void | Promise<void>,
): Promise<void> => {
  for (const [index, item] of items.entries()) {
    if (index % rowsPerBatch === rowsPerBatch - 1) await new Promise((resolve) => setImmediate(resolve));
    await work(item, index);
  }
};
