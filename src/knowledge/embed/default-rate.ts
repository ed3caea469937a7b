/**
 * Weight of meaning against words where nobody chose one. At 0.5 every judged set is within 0.01 of its own best
 * rate (`npm run bench:quality`): below, questions that share no words with their answer lose; above, exact
 * names do.
 */
export const defaultEmbeddingRate = 0.5;
