/** Path of an operator's picture on this service. It changes with the picture, so that browsers may keep it forever. */
export const picturePath = (pictureId: string): string => `/images/people/${pictureId}`;
