import { insertScript } from './insert-script.ts';
import { createWidgetError } from './widget-error.ts';
import { readOptions, type WidgetOptions } from './widget-options.ts';
import type { Widget, WidgetUser } from './widget-types.ts';

export type { WidgetOptions } from './widget-options.ts';

/** A widget that is loaded or being loaded. */
interface Entry {
  /** Settings that cannot change. */
  key: string;
  /** As JSON. */
  user: string;
  loaded: Promise<Widget>;
  /** `window.ChatBot`, once it is loaded. */
  api: Widget | undefined;
  /** The same for callers. Destroying it also removes the entry. */
  widget: Widget | undefined;
  /** Components that use it. */
  holders: number;
  /** Loaded by a program, which destroys it itself. */
  isKept: boolean;
}

/** Of the page, so that two copies of this package, in two bundles, know of each other's widget. */
interface Registry {
  entry: Entry | undefined;
  /** Resolves when the previous widget is removed. Its script may still be loading. */
  removed: Promise<void>;
  listeners: Set<() => void>;
}

const slot = Symbol.for('frontdesk.widget');

const registryOf = (): Registry => {
  const page = window as unknown as { [slot]?: Registry };
  page[slot] ??= { entry: undefined, removed: Promise.resolve(), listeners: new Set() };
  return page[slot];
};

const notify = ({ listeners }: Registry): void => {
  for (const listener of listeners) listener();
};

const forget = (registry: Registry, entry: Entry): void => {
  if (registry.entry !== entry) return;
  registry.entry = undefined;
  notify(registry);
};

const destroy = (registry: Registry, entry: Entry): void => {
  forget(registry, entry);
  if (entry.api) entry.api.destroy();
  else
    registry.removed = entry.loaded.then(
      () => entry.api?.destroy(),
      () => {},
    );
};

const setUser = (entry: Entry, user: WidgetUser | null | undefined): void => {
  const next = JSON.stringify(user ?? null);
  if (next === entry.user) return;
  entry.user = next;
  entry.loaded.then(
    // Only the newest user, if several were set while the script was loading.
    (widget) => {
      if (entry.user === next) widget.setUserId(user?.id ?? null, user);
    },
    () => {},
  );
};

const createEntry = (registry: Registry, key: string, options: WidgetOptions): Entry => {
  const entry: Entry = {
    key,
    user: JSON.stringify(options.user ?? null),
    api: undefined,
    widget: undefined,
    holders: 0,
    isKept: false,
    loaded: registry.removed
      .then(() => insertScript(readOptions(options)))
      .then(
        (api) => {
          entry.api = api;
          entry.widget = { ...api, destroy: () => destroy(registry, entry) };
          if (registry.entry === entry) notify(registry);
          return entry.widget;
        },
        (error: unknown) => {
          // The next call tries again.
          forget(registry, entry);
          throw error;
        },
      ),
  };
  return entry;
};

/** The entry for these options. Throws if the page has a widget with other settings. */
const enter = (options: WidgetOptions): { registry: Registry; entry: Entry } => {
  if (typeof document === 'undefined')
    throw createWidgetError('invalid', 'The widget can be loaded only in a browser');
  const key = JSON.stringify(readOptions(options).settings);
  const registry = registryOf();
  let { entry } = registry;
  // Somebody has called `ChatBot.destroy()`.
  const isGone = entry?.api && (window as { ChatBot?: unknown }).ChatBot !== entry.api;
  const isUnused = entry && !entry.isKept && entry.holders === 0;
  if (entry && (isGone || (isUnused && entry.key !== key))) {
    destroy(registry, entry);
    entry = undefined;
  }
  if (entry && entry.key !== key)
    throw createWidgetError(
      'loaded',
      'The page has a widget with other settings: call destroy() before you load another one',
    );
  if (entry) setUser(entry, options.user);
  entry ??= createEntry(registry, key, options);
  registry.entry = entry;
  return { registry, entry };
};

/**
 * Loads the widget. A second call with the same settings returns the same widget, and sets the user if it is another.
 * A call with other settings fails until the widget is destroyed.
 */
export const loadWidget = async (options: WidgetOptions): Promise<Widget> => {
  const { entry } = enter(options);
  entry.isKept = true;
  return entry.loaded;
};

/** A component's use of the widget. */
export interface Hold {
  loaded: Promise<Widget>;
  setUser(user: WidgetUser | null | undefined): void;
  release(): void;
}

/** Loads the widget for a component. It is destroyed when no component holds it. */
export const holdWidget = (options: WidgetOptions): Hold => {
  try {
    const { registry, entry } = enter(options);
    entry.holders += 1;
    return {
      loaded: entry.loaded,
      setUser: (user) => setUser(entry, user),
      release: () => {
        entry.holders -= 1;
        // Later, because React's StrictMode releases every component once and mounts it again.
        queueMicrotask(() => {
          if (entry.holders === 0 && !entry.isKept && registry.entry === entry) destroy(registry, entry);
        });
      },
    };
  } catch (error) {
    return { loaded: Promise.reject(error), setUser: () => {}, release: () => {} };
  }
};

/** The widget of the page. Undefined until it is loaded, and on a server. */
export const currentWidget = (): Widget | undefined =>
  typeof window === 'undefined' ? undefined : registryOf().entry?.widget;

/** Calls the listener when the widget is loaded and when it is removed. */
export const onWidgetChange = (listener: () => void): (() => void) => {
  const { listeners } = registryOf();
  listeners.add(listener);
  return () => listeners.delete(listener);
};
