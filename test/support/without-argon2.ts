// Runs code as in a runtime without argon2, such as Node before 24.7.
import nodeCrypto from 'node:crypto';

export async function withoutArgon2<T>(run: () => Promise<T>): Promise<T> {
  const saved = nodeCrypto.argon2;
  Object.assign(nodeCrypto, { argon2: undefined });
  try {
    return await run();
  } finally {
    Object.assign(nodeCrypto, { argon2: saved });
  }
}
