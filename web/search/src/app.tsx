import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FoundDocument, SearchFilterValues, Session } from '../../../src/http/embed/page-schemas.ts';
import { AnswerView } from './answer-view.tsx';
import { Filters } from './filters.tsx';
import { type Option, optionId, Results } from './results.tsx';
import type { Service } from './service.ts';
import { useAnswer } from './use-answer.ts';
import { useResults } from './use-results.ts';
import type { Words } from './words.ts';

interface AppProps {
  service: Service;
  words: Words;
  isFramed: boolean;
  /** Undefined until the session is open. */
  session: Session | undefined;
  /** The session could not be opened. */
  hasFailed: boolean;
  onClose(): void;
  onContinue(): void;
}

const noFilter: SearchFilterValues = {};

interface Offered {
  typed: string;
  /** The question that is answered above, which is not offered again. */
  asked: string | undefined;
  suggestions: readonly string[];
  documents: readonly FoundDocument[];
}

const optionsOf = ({ typed, asked, suggestions, documents }: Offered): Option[] => {
  const question = typed.trim();
  if (question === '') return suggestions.map((text) => ({ kind: 'ask', question: text }));
  const found = documents.map((document): Option => ({ kind: 'document', document }));
  return question === asked ? found : [{ kind: 'ask', question }, ...found];
};

export const App = ({ service, words, isFramed, session, hasFailed, onClose, onContinue }: AppProps) => {
  const [query, setQuery] = useState('');
  const [isComposing, setComposing] = useState(false);
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<SearchFilterValues>(noFilter);
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const { found, hasFailed: searchFailed } = useResults(service, query, filter);
  const { answer, ask, stop } = useAnswer(service);

  // Half of a composed character is no query.
  useEffect(() => {
    if (!isComposing) setQuery(typed);
  }, [typed, isComposing]);

  useEffect(() => {
    const focus = (): void => field.current?.focus();
    focus();
    addEventListener('focus', focus);
    return () => removeEventListener('focus', focus);
  }, []);

  const options = useMemo(
    () =>
      optionsOf({
        typed,
        asked: answer?.question,
        suggestions: session?.agent.suggestions ?? [],
        documents: found?.list ?? [],
      }),
    [typed, found, session, answer?.question],
  );
  const isEmpty = query.trim() === '';
  const isCurrent = found !== undefined && !isEmpty;

  const askNow = (question: string): void => {
    if (question.trim() === '') return;
    setActive(-1);
    void ask(question.trim());
  };

  const choose = (): void => {
    const option = options[active];
    if (option?.kind === 'document') document.getElementById(optionId(active))?.click();
    else askNow(option?.question ?? typed);
  };

  const move = (step: number): void => {
    const count = options.length;
    if (count === 0) return;
    // From the field itself (-1) up to the last option, and back to the field.
    const next = active + step;
    const index = next < -1 ? count - 1 : next >= count ? -1 : next;
    setActive(index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: choose,
    };
    const action = actions[event.key];
    if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  };

  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    if (isFramed) onClose();
    else {
      setTyped('');
      field.current?.focus();
    }
  };

  const countText = (): string => {
    if (!isCurrent) return '';
    return found.total === 0 ? words.noResults : `${words.results}: ${found.total}`;
  };
  const answerText = { asked: words.answering, ended: words.answered } as Record<string, string>;

  const placeholder = session?.agent.search_placeholder || words.placeholder;
  return (
    <main class={isFramed ? 'framed' : undefined} onKeyDown={onEscape}>
      {!isFramed && session && <h1 dir="auto">{session.agent.name}</h1>}
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            askNow(typed);
          }}
        >
          <input
            ref={field}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            role="combobox"
            aria-label={placeholder}
            aria-expanded={options.length > 0}
            aria-controls="results"
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? optionId(active) : undefined}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            dir="auto"
            maxLength={500}
            placeholder={placeholder}
            value={typed}
            onInput={(event) => {
              setActive(-1);
              setTyped(event.currentTarget.value);
            }}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            onKeyDown={onKey}
          />
          <button type="submit" class="primary" disabled={typed.trim() === ''}>
            {words.ask}
          </button>
        </form>
      </search>
      {hasFailed && (
        <p class="problem" role="alert">
          {words.unavailable}
        </p>
      )}
      {searchFailed && (
        <p class="problem" role="alert">
          {words.failed}
        </p>
      )}
      <p class="hidden" role="status">
        {countText()}
      </p>
      <p class="hidden" role="status">
        {answerText[answer?.state ?? ''] ?? ''}
      </p>
      {answer && (
        <AnswerView
          answer={answer}
          words={words}
          disclosure={session?.agent.ai_disclosure ?? null}
          onStop={stop}
          onContinue={onContinue}
        />
      )}
      {isCurrent && <Filters facets={found.facets} chosen={filter} words={words} onChange={setFilter} />}
      <Results
        options={options}
        active={active}
        words={words}
        isFramed={isFramed}
        onAsk={askNow}
        onHover={setActive}
      />
      {isCurrent && found.total === 0 && <p class="hint">{words.noResults}</p>}
    </main>
  );
};
