export interface RankingMeasures {
  ndcg10: number;
  recall10: number;
  recall100: number;
}

const discounted = (grades: readonly number[]): number =>
  grades.slice(0, 10).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0);

const recall = (ranked: readonly string[], relevant: ReadonlyMap<string, number>, depth: number): number => {
  const wanted = [...relevant].filter(([, grade]) => grade > 0).map(([id]) => id);
  const found = new Set(ranked.slice(0, depth));
  return wanted.filter((id) => found.has(id)).length / wanted.length;
};

/** For one query; ids best first. Gains are the grades. */
export const measureRanking = (
  ranked: readonly string[],
  relevant: ReadonlyMap<string, number>,
): RankingMeasures => {
  const ideal = [...relevant.values()].sort((a, b) => b - a);
  return {
    ndcg10: discounted(ranked.map((id) => relevant.get(id) ?? 0)) / discounted(ideal),
    recall10: recall(ranked, relevant, 10),
    recall100: recall(ranked, relevant, 100),
  };
};

export const meanMeasures = (all: readonly RankingMeasures[]): RankingMeasures => {
  const mean = (of: (measures: RankingMeasures) => number): number =>
    all.reduce((sum, measures) => sum + of(measures), 0) / all.length;
  return {
    ndcg10: mean(({ ndcg10 }) => ndcg10),
    recall10: mean(({ recall10 }) => recall10),
    recall100: mean(({ recall100 }) => recall100),
  };
};
