import { loadLateMessages } from '../../messages/late-messages.ts';
import { t } from '../../messages/translate.ts';
import { usePage } from '../page-context.ts';

/** Shown while an earlier version is viewed. */
const VersionBar = () => {
  const { chat } = usePage();
  return (
    <div class="bar" role="status">
      <span>{t('viewing.earlier')}</span>
      <button type="button" class="text-button" onClick={chat.showCurrent}>
        {t('viewing.back')}
      </button>
    </div>
  );
};

export const loadVersionBar = async () => {
  await loadLateMessages();
  return { VersionBar };
};
