import { t } from '../messages/translate.ts';
import type { Entry } from '../state/entries.ts';
import { IconButton } from './icon-button.tsx';
import { usePage } from './page-context.ts';

/** "2 / 3" with arrows, for a message that was edited or answered again. */
export const Versions = ({ entry }: { entry: Entry }) => {
  const { chat, dateLocale } = usePage();
  const { versions, messageId } = entry;
  const at = versions.indexOf(messageId ?? '');
  if (at < 0) return null;
  const arrow = (icon: 'previous' | 'next', to: number) => (
    <IconButton
      class="version-arrow"
      icon={icon}
      label={t(icon === 'next' ? 'versions.next' : 'versions.previous')}
      inactive={!versions[to]}
      onClick={() => versions[to] && void chat.showVersion(entry, versions[to])}
    />
  );
  const number = (value: number): string => value.toLocaleString(dateLocale);
  return (
    <span class="versions">
      {arrow('previous', at - 1)}
      <span>
        {number(at + 1)} / {number(versions.length)}
      </span>
      {arrow('next', at + 1)}
    </span>
  );
};
