export const demandAllowedDomain = async (_email: string): Promise<void> => {};
