/** Everything about handoffs, with its messages. One part, because each further one adds to the script that opens the page. */
export const loadHandoff = () => import('./extras/handoff.tsx').then(({ loadHandoff }) => loadHandoff());
