import type { FoundChunk } from '../../../api/generated.ts';
import classes from './retrieval.module.css';

const Bar = ({ label, score, isFinal = false }: { label: string; score: number; isFinal?: boolean }) => (
  <div className={classes.score} data-final={isFinal || undefined}>
    <span>{label}</span>
    <div className={classes.track} aria-hidden>
      <div className={classes.fill} style={{ width: `${Math.max(0, Math.min(1, score)) * 100}%` }} />
    </div>
    <span className={classes.number}>{score.toFixed(3)}</span>
  </div>
);

/** Why a passage stands where it does. */
export const ScoreBars = ({ chunk }: { chunk: FoundChunk }) => (
  <div className={classes.scores}>
    <Bar label="score" score={chunk.score} isFinal />
    <Bar label="meaning" score={chunk.semanticScore} />
    <Bar label="words" score={chunk.keywordScore} />
    {chunk.rerankScore !== null && <Bar label="reranked" score={chunk.rerankScore} />}
  </div>
);
