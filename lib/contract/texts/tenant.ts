// Names the fields of a tenant that are optional text. The console shows each one of them.
export const tenantTexts = {
  description: { most: 1000 },
};
