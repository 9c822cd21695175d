// Starts the longest tests first. On a fresh clone Jest knows no durations and goes by the size of files, so a test that takes
// minutes would begin last, and the other workers would wait for it.
import { createRequire } from 'node:module';

const Sequencer = createRequire(import.meta.url)('@jest/test-sequencer').default;

/** The files that take minutes. */
const LONGEST =
  /\/test\/(model\/|fuzz\/|attacks\/tokens\/switches|faults\/(store|scim|kill)|packages\/(construct|create|testing|react-to)|infra\/(lint|rehearsal|drill|failover|resync|partitions)|upgrade\/|bench\/|journeys\/site)/;

export default class LongestFirst extends Sequencer {
  /** Returns Jest's order, with the longest files before all others. */
  sort(tests) {
    const sorted = super.sort(tests);
    const isLongest = ({ path }) => LONGEST.test(path);
    return [...sorted.filter(isLongest), ...sorted.filter((each) => !isLongest(each))];
  }
}
