// Names one root secret for all purposes, for tests that are not about the secrets.

/** The environment of a function whose root secrets all have this name. */
export const rootSettings = (name: string) => ({
  GATEHOUSE_PEPPER_SECRET: name,
  GATEHOUSE_SEAL_SECRET: name,
  GATEHOUSE_SESSION_SECRET: name,
});
