// The texts of the list of tenants in English.
export const en = {
  lead: 'Each tenant has users, settings and a sign-in page of its own.',
  add: 'Create a tenant',
  addLead: 'It works at once, with the defaults. Every setting can be changed later.',
  search: 'Search name or short name',
  nameHint: 'People see it on the sign-in page.',
  slug: 'Short name',
  slugHint: 'Sign-in pages find the tenant by it: {url}. Small letters, digits and hyphens.',
  providers: 'Identity providers',
  made: '{name} is there. Decide who may sign up, and how people sign in.',
  none: 'There is no tenant yet',
  noneLead:
    'A tenant is a customer, a team or an environment. Its users belong to it alone. Create one, and people can sign up.',
  noneOfYours: 'Your tenants are gone',
  noneOfYoursLead: 'An owner of the deployment decides which tenants you see.',
};
