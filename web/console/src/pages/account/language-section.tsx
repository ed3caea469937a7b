import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { FormSection } from '../../components/form-section.tsx';
import { LanguageSelect } from '../../components/language-select.tsx';
import { chosenLanguage } from '../../messages/chosen-language.ts';
import type { Language } from '../../messages/languages.ts';
import { t } from '../../messages/translate.ts';
import { useSession } from '../../session/session-context.ts';

/** A person has one language in every browser. An operator token has none, so that its browser keeps it. */
export const LanguageSection = () => {
  const { session } = useSession();
  const isPerson = session.kind === 'person';
  const change = useChange(async (language: Language | null) => {
    if (isPerson) await api.put('/account/language', { language });
    chosenLanguage.write('account', isPerson ? language : null);
    if (!isPerson || language === null) chosenLanguage.write('browser', language);
    location.reload();
  });
  return (
    <FormSection
      title={t('language.language')}
      description={isPerson ? t('language.ofAccount') : t('language.ofBrowser')}
    >
      <LanguageSelect
        value={isPerson ? session.language : chosenLanguage.read('browser')}
        onChange={(language) => change.mutate(language)}
        disabled={change.isPending}
        maw={260}
      />
    </FormSection>
  );
};
