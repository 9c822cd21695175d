// The parts of the sign-in pages that use passkeys. This folder is loaded where the tenant has them.

// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import { passkeys } from '../../ui/passkeys.ts';
import '../login.tsx';
import { SignIn as Shown } from './sign-in.tsx';
import { SignUp as ShownSignUp } from './sign-up.tsx';

export { ByLink } from './by-link.tsx';
export { Confirm } from './confirm.tsx';
export { Enrol } from './enrol.tsx';
export { mayOffer, Offer } from './offer.tsx';

export const SignIn = passkeys.isSupported() ? Shown : undefined;
export const SignUp = passkeys.isSupported() ? ShownSignUp : undefined;
