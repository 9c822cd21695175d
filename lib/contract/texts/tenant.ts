// Names the fields of a tenant that are optional text. The console shows each one of them.
export const tenantTexts = {
  description: { en: 'Note for admins', de: 'Notiz für Admins', most: 1000 },
};
