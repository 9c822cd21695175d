// The parts of the account page that use passkeys. This folder is loaded where the tenant has them.

// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import '../account.tsx';

export { Passkeys } from './passkeys.tsx';
export { Proof } from './proof.tsx';
