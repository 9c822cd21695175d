export const USER_GUARD = 'web';
