import { CopyButton } from './copy-button.tsx';
import { usePage } from './page-context.ts';

export const CodeBlock = ({ text, language }: { text: string; language: string }) => {
  const { texts } = usePage();
  return (
    <figure class="code-block" dir="ltr">
      <figcaption>
        <span>{language}</span>
        <CopyButton text={text} label={texts.copyCode} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
};
