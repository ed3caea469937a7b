import { t } from '../messages/translate.ts';
import { CopyButton } from './copy-button.tsx';

export const CodeBlock = ({ text, language }: { text: string; language: string }) => {
  return (
    <figure class="code-block" dir="ltr">
      <figcaption>
        <span>{language}</span>
        <CopyButton text={text} label={t('copyCode')} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
};
