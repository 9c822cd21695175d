// Handles the steps of a Secrets Manager rotation of the root secret.
import { type RotationEvent, rotate } from '../lib/domain/keys/root-rotation.ts';

export const handler = (event: RotationEvent): Promise<void> => rotate(event);
