// Replaces @aws-sdk/credential-provider-node in the bundles. Lambda passes credentials in the environment, so the other
// sources (SSO, profiles, instance metadata: 132 KB in each function) are never used there.

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined };

/** The SDK's default chain, reduced to its first link. */
export const defaultProvider = () => async (): Promise<Credentials> => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) throw new Error('no credentials in the environment');
  return { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, sessionToken: AWS_SESSION_TOKEN };
};
