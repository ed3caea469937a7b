import type { FoundChunk } from '../../../api/generated.ts';
import { formatScore } from '../../../lib/format-score.ts';
import { t } from '../../../messages/translate.ts';
import classes from './retrieval.module.css';

const Bar = ({ label, score, isFinal = false }: { label: string; score: number; isFinal?: boolean }) => (
  <div className={classes.score} data-final={isFinal || undefined}>
    <span>{label}</span>
    <div className={classes.track} aria-hidden>
      <div className={classes.fill} style={{ width: `${Math.max(0, Math.min(1, score)) * 100}%` }} />
    </div>
    <span className={classes.number}>{formatScore(score)}</span>
  </div>
);

/** The scores that decide the rank of a chunk. */
export const ScoreBars = ({ chunk }: { chunk: FoundChunk }) => (
  <div className={classes.scores}>
    <Bar label={t('trace.score')} score={chunk.score} isFinal />
    <Bar label={t('trace.semantic')} score={chunk.semanticScore} />
    <Bar label={t('trace.keyword')} score={chunk.keywordScore} />
    {chunk.rerankScore !== null && <Bar label={t('trace.reranked')} score={chunk.rerankScore} />}
  </div>
);
