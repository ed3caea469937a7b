import { useResource } from '../api/use-resource.ts';

export const useSignInMethods = () => useResource('/sign-in/methods', { staleMs: Infinity });
