import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { type DiffLine, diffLines } from '../../lib/diff-lines.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import classes from './versions.module.css';

const signs = { same: ' ', removed: '−', added: '+' } as const;
const labels: Partial<Record<DiffLine['kind'], LabelKey>> = {
  removed: 'versions.removed',
  added: 'versions.added',
};
/** The rest would make the page slow. */
const mostLines = 2000;

const Words = ({ kind, words }: DiffLine) => {
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return words.map(({ text, isChanged }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a line do not change
    isChanged ? <Mark key={index}>{text}</Mark> : text,
  );
};

/** Two texts, line by line, with the changed words marked. */
export const TextDifference = ({ before, after }: { before: string; after: string }) => {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  return (
    <ol className={classes.lines}>
      {lines.slice(0, mostLines).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines do not change
        <li key={index} className={classes.line} data-kind={line?.kind}>
          <span className={classes.sign} aria-hidden>
            {line ? signs[line.kind] : '⋯'}
          </span>
          {line && labels[line.kind] && <VisuallyHidden>{t(labels[line.kind]!)}</VisuallyHidden>}
          <span>{line && <Words {...line} />}</span>
        </li>
      ))}
    </ol>
  );
};
