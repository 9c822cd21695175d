// The proof by a passkey, which is loaded where the tenant has them.

// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import './organization.tsx';

export { Proof } from '../account/passkeys/proof.tsx';
