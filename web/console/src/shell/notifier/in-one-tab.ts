/** All tabs get a change within this time. */
const heldMs = 2000;

/** Runs `work` in one of the tabs that call this for the same event. Tabs that the person has not used yet are silent anyway. */
export const inOneTab = (name: string, work: () => void): void => {
  if (!navigator.userActivation?.hasBeenActive) return;
  void navigator.locks.request(`frontdesk ${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    work();
    await new Promise((resolve) => setTimeout(resolve, heldMs));
  });
};
