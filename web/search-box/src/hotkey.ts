const notText = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Whether the key is typed into a field. Its own element may be in a shadow root. */
const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !notText.test(target.type);
  return target.isContentEditable || /^(?:TEXTAREA|SELECT|IFRAME)$/.test(target.tagName);
};

/** Ctrl K, ⌘ K or a slash. Fields, editors and other scripts of the site have priority. */
export const isHotkey = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey || isTyping(event))
    return false;
  const isModified = event.ctrlKey || event.metaKey;
  if (event.key === '/') return !isModified;
  return isModified && !event.shiftKey && event.key.toLowerCase() === 'k';
};
