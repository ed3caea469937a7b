import { t } from '../messages/translate.ts';
import { CopyButton } from './copy-button.tsx';
import { ScrollBox } from './scroll-box.tsx';

export const CodeBlock = ({ text, language }: { text: string; language: string }) => {
  return (
    <figure class="code-block" dir="ltr">
      <figcaption>
        <span>{language}</span>
        <CopyButton text={text} label={t('copyCode')} />
      </figcaption>
      <ScrollBox label={t('code')}>
        <pre>
          <code>{text}</code>
        </pre>
      </ScrollBox>
    </figure>
  );
};
