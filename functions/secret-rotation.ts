// Secrets Manager's steps of a rotation, for the root secret.
import { type RotationEvent, rotate } from '../lib/domain/keys/root-rotation.ts';

export const handler = (event: RotationEvent): Promise<void> => rotate(event);
