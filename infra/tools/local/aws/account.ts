// Names the account and the region that the local stand-ins belong to, and resources in them.

export const REGION = 'local';
export const ACCOUNT = '000000000000';

export const arn = (service: string, resource: string): string => `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;
