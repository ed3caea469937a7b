import { type ComponentChild, cloneElement, type VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { splitAtMarks, withMarks } from '../../../../markdown/citation-marks.ts';
import { safeLink } from '../../../../markdown/safe-address.ts';
import { t } from '../../messages/translate.ts';
import type { Citation } from '../../service/wire.ts';
import type { Entry } from '../../state/entries.ts';
import { Icon } from '../icon.tsx';
import { Words } from '../words.tsx';
import './cited-answer.css';

const isElement = (child: ComponentChild): child is VNode<{ children?: ComponentChild }> =>
  typeof child === 'object' && child !== null && 'props' in child;

/** Replaces the marks in the texts of these elements. */
const showMarks = (
  child: ComponentChild | ComponentChild[],
  show: (number: number) => ComponentChild,
): ComponentChild[] => {
  if (Array.isArray(child)) return child.flatMap((one) => showMarks(one, show));
  if (typeof child === 'string')
    return splitAtMarks(child).map((part) => (typeof part === 'number' ? show(part) : part));
  if (!isElement(child) || child.props.children === undefined) return [child];
  return [cloneElement(child, {}, ...showMarks(child.props.children, show))];
};

/** The cited passages of one document. */
const Passages = ({ citations }: { citations: Citation[] }) => {
  const address = citations[0]?.source_url ? safeLink(citations[0].source_url) : undefined;
  return (
    <>
      {citations.map(({ content }) => (
        <blockquote class="passage" key={content}>
          <Words text={content} isRich />
        </blockquote>
      ))}
      {address && (
        <a class="passage-source" href={address} target="_blank" rel="noopener noreferrer nofollow">
          {t('openSource')} <Icon name="outside" />
        </a>
      )}
    </>
  );
};

/** The text of a reply with a number after each sentence that has a source, and its documents below. */
export const CitedAnswer = ({ entry: { text, citations } }: { entry: Entry }) => {
  const [opened, setOpened] = useState<number>();
  const passagesId = useId();
  const documents = [...Map.groupBy(citations, ({ document }) => document).values()];
  const shown = opened === undefined ? undefined : documents[opened - 1];
  const expands = (number: number) => ({
    type: 'button' as const,
    'aria-expanded': opened === number,
    'aria-controls': passagesId,
    onClick: () => setOpened(opened === number ? undefined : number),
  });
  const spans = documents.map((cited) => cited.flatMap((citation) => citation.spans));
  return (
    <>
      {text !== '' && (
        <Words
          text={withMarks(text, spans)}
          isRich
          finish={(content) =>
            showMarks(content, (number) => (
              <button class="mark" aria-label={`${t('source')} ${number}`} {...expands(number)}>
                {number}
              </button>
            ))
          }
        />
      )}
      <section class="citations" aria-label={t('sources', { count: documents.length })}>
        <ul>
          {documents.map(([citation], index) => (
            <li key={citation!.document}>
              <button class="chip" title={citation!.title} {...expands(index + 1)}>
                <span class="out-of-sight">{t('source')}</span> <span class="chip-number">{index + 1}</span>{' '}
                <span class="chip-text" dir="auto">
                  {citation!.title}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div id={passagesId}>{shown && <Passages citations={shown} />}</div>
      </section>
    </>
  );
};
