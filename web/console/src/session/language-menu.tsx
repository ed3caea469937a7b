import { LanguageSelect } from '../components/language-select.tsx';
import { chosenLanguage } from '../messages/chosen-language.ts';

/** For people who are not signed in: the language is kept in this browser. */
export const LanguageMenu = () => (
  <LanguageSelect
    size="xs"
    variant="unstyled"
    w="fit-content"
    mx="auto"
    value={chosenLanguage.read('browser')}
    onChange={(language) => {
      chosenLanguage.write('browser', language);
      location.reload();
    }}
  />
);
