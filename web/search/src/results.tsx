import type { FoundDocument } from '../../../src/http/embed/page-schemas.ts';
import { safeLink } from '../../markdown/safe-address.ts';
import type { Words } from './words.ts';

/** What the list offers: a question to ask, or a document to open. */
export type Option = { kind: 'ask'; question: string } | { kind: 'document'; document: FoundDocument };

interface ResultsProps {
  options: readonly Option[];
  active: number;
  words: Words;
  isFramed: boolean;
  onAsk(question: string): void;
  onHover(index: number): void;
}

export const optionId = (index: number): string => `option-${index}`;

const marked = (snippet: FoundDocument['snippet']) =>
  snippet.map(({ text, is_match: isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity besides their place
    isMatch ? <mark key={index}>{text}</mark> : text,
  );

const DocumentView = ({ title, headings, snippet }: FoundDocument) => (
  <>
    <span class="title" dir="auto">
      {title}
    </span>
    {headings.length > 0 && (
      <span class="path" dir="auto">
        {headings.join(' › ')}
      </span>
    )}
    <span class="snippet" dir="auto">
      {marked(snippet)}
    </span>
  </>
);

interface OptionProps extends Omit<ResultsProps, 'options' | 'active'> {
  option: Option;
  index: number;
  isActive: boolean;
}

/** The field handles the keys, so options are not reached with Tab. */
const OptionView = ({ option, index, isActive, words, isFramed, onAsk, onHover }: OptionProps) => {
  const shared = {
    id: optionId(index),
    'aria-selected': isActive,
    onMouseMove: () => !isActive && onHover(index),
  };
  if (option.kind === 'ask')
    return (
      <button
        type="button"
        role="option"
        tabIndex={-1}
        {...shared}
        class="option ask"
        onClick={() => onAsk(option.question)}
      >
        <span class="verb">{words.ask}</span>
        <span class="title" dir="auto">
          {option.question}
        </span>
      </button>
    );
  const href = safeLink(option.document.url);
  return href ? (
    <a
      role="option"
      tabIndex={-1}
      {...shared}
      class="option"
      href={href}
      target={isFramed ? '_top' : undefined}
    >
      <DocumentView {...option.document} />
    </a>
  ) : (
    <div role="option" tabIndex={-1} {...shared} class="option">
      <DocumentView {...option.document} />
    </div>
  );
};

/** The options of the search field, which keeps the focus; arrow keys move the active option. */
export const Results = ({ options, active, ...rest }: ResultsProps) => (
  <div id="results" class="results" role="listbox" aria-label={rest.words.results}>
    {options.map((option, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is another one for each query
      <OptionView key={index} {...rest} option={option} index={index} isActive={index === active} />
    ))}
  </div>
);
