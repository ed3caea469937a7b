import { useState } from 'preact/hooks';
import { safeLink } from '../../../markdown/safe-address.ts';
import { t } from '../messages/translate.ts';
import type { Citation } from '../service/wire.ts';
import { Icon } from './icon.tsx';

/** Chunks that a reply cites. One is expanded at a time. */
export const Citations = ({ citations }: { citations: Citation[] }) => {
  const [opened, setOpened] = useState<number | undefined>();
  const shown = opened === undefined ? undefined : citations[opened];
  const address = shown?.source_url ? safeLink(shown.source_url) : undefined;
  return (
    <section class="citations" aria-label={t('sources', { count: citations.length })}>
      <ul>
        {citations.map((citation, index) => (
          <li key={`${citation.title} ${citation.content}`}>
            <button
              type="button"
              class="chip"
              title={citation.title}
              aria-expanded={opened === index}
              onClick={() => setOpened(opened === index ? undefined : index)}
            >
              <span class="out-of-sight">{t('source')}</span> <span class="chip-number">{index + 1}</span>{' '}
              <span class="chip-text" dir="auto">
                {citation.title}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <blockquote class="passage">
          <p dir="auto">{shown.content}</p>
          {address && (
            <a href={address} target="_blank" rel="noopener noreferrer nofollow">
              {t('openSource')} <Icon name="outside" />
            </a>
          )}
        </blockquote>
      )}
    </section>
  );
};
