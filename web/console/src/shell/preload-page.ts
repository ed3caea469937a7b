import { routes } from '../routes.tsx';

const expressionOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace('/*?', '(/.*)?').replace(/:\w+/g, '[^/]+')}/?$`);

/** Loads the page of an address while it is still being found out who asks for it. */
export const preloadPage = async (pathname: string): Promise<void> => {
  // The bare address leads to the overview of a workspace.
  const route = routes.find(({ pattern }) => expressionOf(pattern).test(pathname)) ?? routes[0];
  await route?.page.preload();
};
