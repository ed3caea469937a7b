import type { SignInMethods } from '../api/types/sign-in.ts';
import { useResource } from '../api/use-resource.ts';

export const useSignInMethods = () => useResource<SignInMethods>('/sign-in/methods', { staleMs: Infinity });
