import { routes } from '../routes.tsx';

const expressionOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace('/*?', '(/.*)?').replace(/:\w+/g, '[^/]+')}/?$`);

/** Loads the page of an address while the session is being read. */
export const preloadPage = async (pathname: string): Promise<void> => {
  // The address without a path redirects to the overview of a workspace.
  const route = routes.find(({ pattern }) => expressionOf(pattern).test(pathname)) ?? routes[0];
  await route?.page.preload();
};
