import { useState } from 'react';

/** Whether each panel is open. undefined: the operator has not opened or closed it yet. */
interface Panels {
  palette?: boolean;
  side?: boolean;
}

const key = 'frontdesk.flow-panels';

const read = (): Panels => {
  try {
    const { palette, side } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    return {
      ...(typeof palette === 'boolean' ? { palette } : {}),
      ...(typeof side === 'boolean' ? { side } : {}),
    };
  } catch {
    return {};
  }
};

/** Which panels of the editor are open. Stored in the browser, for all flows. */
export const usePanels = () => {
  const [panels, setPanels] = useState(read);
  const set = (change: Panels): void => {
    setPanels((before) => ({ ...before, ...change }));
    try {
      localStorage.setItem(key, JSON.stringify({ ...read(), ...change }));
    } catch {
      // The browser stores nothing (private mode, quota). The panel still opens and closes.
    }
  };
  return { panels, set };
};
