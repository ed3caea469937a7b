/** How paths are matched to routes. */
export const routerOptions = { ignoreTrailingSlash: true, maxParamLength: 500 };
