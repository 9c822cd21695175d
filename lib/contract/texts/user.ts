// Names the fields of a user that are one line of text, with the most characters. The console shows each one of them.
export const userTexts = {
  name: { most: 120 },
  locale: {
    most: 35,
  },
};
