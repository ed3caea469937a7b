/**
 * Weight of meaning against words where nobody chose one. Between 0.4 and 0.5 every judged set is at or within
 * 0.01 of its best rate: below, questions that share no words with their answer lose; above, exact names do.
 */
export const defaultEmbeddingRate = 0.5;
