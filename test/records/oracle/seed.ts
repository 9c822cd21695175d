// Names the seed of the generated rows and queries: the same in every run, unless a variable chooses another one.

/** `GATEHOUSE_CRUD_SEED=7 npm test -- test/records` draws other rows and queries, `GATEHOUSE_CRUD_QUERIES` more of them. */
export const SEED = Number(process.env.GATEHOUSE_CRUD_SEED ?? 20_260);
export const QUERIES = Number(process.env.GATEHOUSE_CRUD_QUERIES ?? 500);
