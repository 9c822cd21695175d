// Handles the steps of a Secrets Manager rotation of a root secret, and replaces stolen ones by hand.
import { type RotationEvent, replaceStolen, rotate, type TheftEvent } from '../lib/domain/keys/root-rotation.ts';

/** Pass `{"stolen":["session","seal","pepper"]}`, or some of them, after a theft. */
export const handler = async (event: RotationEvent | TheftEvent): Promise<unknown> =>
  'stolen' in event ? replaceStolen(event) : rotate(event);
